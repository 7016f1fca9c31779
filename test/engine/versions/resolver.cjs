// Lets the engine tests run on the n8n-core of another n8n: what asks for n8n's engine, or for zod
// as the package does, is given the one under N8N_VERSION_FOLDER. See scripts/versions.mjs.
const ENGINE = /^(n8n-core|n8n-workflow)(\/|$)/;

module.exports = (request, options) => {
	const { N8N_VERSION_FOLDER: folder, N8N_VERSION_ZOD: zod } = process.env;
	const isOurs = !options.basedir.includes('node_modules');
	if (isOurs && ENGINE.test(request)) {
		return options.defaultResolver(request, { ...options, basedir: folder });
	}
	if (isOurs && request === 'zod') {
		return options.defaultResolver(zod, { ...options, basedir: folder });
	}
	return options.defaultResolver(request, options);
};
