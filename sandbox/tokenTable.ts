import type { fixedTokens } from './store/tokens';

/** The tokens that always exist, and what each is for, as rows of name, token and purpose. */
const tokenRows = (tokens: typeof fixedTokens) =>
	[
		['Full Access', tokens.fullAccess, 'reads, writes, enriches and scores'],
		['Regular', tokens.regular, 'reads; writing is refused'],
		['without scopes', tokens.noScopes, 'enriching and scoring are refused'],
		['refresh token', tokens.refresh, 'gets access tokens; choose Authentication: Refresh Token'],
		['workspace code', tokens.workspaceCode, 'enriches and scores, in an Internal API credential'],
	] as const;

/** The rows as lines for a terminal. */
export const tokenLines = (tokens: typeof fixedTokens) =>
	tokenRows(tokens)
		.map(([name, token, purpose]) => `  ${name.padEnd(15)} ${token.padEnd(26)} ${purpose}`)
		.join('\n');

/** The rows as a Markdown table, for the page at /docs. */
export const tokenMarkdown = (tokens: typeof fixedTokens) =>
	[
		'| token | | what for |',
		'|---|---|---|',
		...tokenRows(tokens).map(([name, token, purpose]) => `| ${name} | \`${token}\` | ${purpose} |`),
	].join('\n');
