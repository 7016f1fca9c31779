// `npm run test:e2e`: the package in a real n8n and a real browser, against one sandbox.
import { after } from 'node:test';

import { build, setUpHost, setUpProject } from '../../scripts/setup.mjs';

await setUpProject();
await build();
await setUpHost();

// What follows needs what has just been installed.
const { startStand } = await import('./lib/stand.mjs');
const { accessTests } = await import('./access.mjs');
const { exampleTests } = await import('./examples.mjs');
const { accessFailureTests, leakTests } = await import('./leaks.mjs');
const { transferTests } = await import('./transfers.mjs');

const stand = await startStand();
after(async () => await stand.end());

const transfers = transferTests(stand);
transfers.begin();
accessTests(stand);
accessFailureTests(stand);
exampleTests(stand);
transfers.ends();
transfers.afterRestart();
leakTests(stand);
