// Loaded into n8n before anything else. On the port in HEAP_PORT, `/memory` collects garbage and says how many bytes are in
// use, `/reload` unloads the package and loads it again, as n8n does after an update.
const { createServer } = require('node:http');
const { createRequire } = require('node:module');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

const PACKAGE = 'n8n-nodes-workspace-records';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

const calls = {
	async '/memory'() {
		for (let time = 0; time < 3; time += 1) {
			await new Promise((resume) => setTimeout(resume, 50));
			collect();
		}
		return process.memoryUsage().heapUsed;
	},
	async '/reload'() {
		const load = createRequire(process.argv[1]);
		const { Container } = load('@n8n/di');
		const { LoadNodesAndCredentials } = load('../dist/load-nodes-and-credentials.js');
		const loading = Container.get(LoadNodesAndCredentials);
		await loading.unloadPackage(PACKAGE);
		await loading.loadPackage(PACKAGE);
		await loading.postProcessLoaders();
		return 0;
	},
};

createServer((request, response) => {
	calls[request.url]().then(
		(result) => response.end(JSON.stringify(result)),
		(error) => response.writeHead(500).end(error.stack),
	);
})
	.on('error', () => {})
	.listen(Number(process.env.HEAP_PORT), '127.0.0.1')
	.unref();
