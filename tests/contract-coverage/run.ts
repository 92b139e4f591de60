import { parseArgs } from 'node:util';
import { createServedAuthDocument, createServedDocument } from '../gateway/support/served-document.js';
import { compileClient, generatorNames } from '../nightly/gateway/clients/compile-client.js';
import { type Coverage, measureCoverage } from './coverage.js';

const { values } = parseArgs({ options: { missing: { type: 'boolean', default: false } } });

async function measureClients(): Promise<Coverage> {
  const failed: string[] = [];
  for (const name of generatorNames) {
    await compileClient(name, createServedDocument()).catch((error: unknown) => failed.push(`${name}: ${error}`));
  }
  return { total: generatorNames.length, missing: failed };
}

/** Prints one line, and the missing places on request. Returns whether nothing is missing. */
function print(name: string, { total, missing }: Coverage): boolean {
  const has = total - missing.length;
  // Rounded down, so that 100 % means that nothing is missing.
  const percent = total === 0 ? 100 : Math.floor((has / total) * 100);
  console.log(`${`${has}/${total}`.padStart(12)} ${`${percent} %`.padStart(6)}  ${name}`);
  if (values.missing) for (const one of missing) console.log(`                       - ${one}`);
  return missing.length === 0;
}

const documents = {
  API: createServedDocument(),
  'authorization server': createServedAuthDocument(),
};
const complete: boolean[] = [];
for (const [name, document] of Object.entries(documents)) {
  console.log(name);
  for (const [kind, coverage] of measureCoverage(document)) {
    // The authorization server sends no events.
    if (coverage.total > 0 || name === 'API') complete.push(print(kind, coverage));
  }
}
console.log('clients');
complete.push(print('clients compiled', await measureClients()));
if (complete.includes(false)) {
  console.error('Not complete; `npm run contract -- --missing` lists what is missing.');
  process.exitCode = 1;
}
