// `npm run check lint`: what is not shipped. nodes/ and credentials/ have n8n's own rules (eslint.config.mjs).
import tseslint from 'typescript-eslint';

export default tseslint.config({
	files: ['**/*.{ts,mjs,cjs,js}'],
	extends: [tseslint.configs.base],
	languageOptions: {
		parserOptions: { project: './tsconfig.lint.json', tsconfigRootDir: import.meta.dirname },
	},
	linterOptions: { reportUnusedDisableDirectives: 'error' },
	rules: {
		// The runner of node:test waits for these; `describe` is declared as `suite`.
		'@typescript-eslint/no-floating-promises': [
			'error',
			{ allowForKnownSafeCalls: ['suite', 'test'] },
		],
		'@typescript-eslint/no-misused-promises': 'error',
		'@typescript-eslint/await-thenable': 'error',
		'@typescript-eslint/no-unused-expressions': 'error',
		'@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
		// A local name that hides an imported one fails only when it runs.
		'no-use-before-define': ['error', { functions: false, classes: false, variables: false }],
		'no-restricted-syntax': [
			'error',
			{
				selector:
					'CallExpression[callee.name="expect"] > BinaryExpression CallExpression[callee.property.name=/^(now|cpuUsage|hrtime)$/][callee.object.name=/^(Date|performance|process)$/]',
				message:
					'A busy machine takes longer: count steps, set the clock, or measure it in tools/bench/.',
			},
		],
	},
});
