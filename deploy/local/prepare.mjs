import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAndRemember, generateWhenStale, isBuilt, programFolders } from './prepare/build.mjs';
import { installPackages, isInstalled } from './prepare/install.mjs';
import { prefetchStores } from './prepare/prefetch-stores.mjs';
import { runNode, runNpm } from './prepare/run-program.mjs';

/** Root folder of this checkout. */
export const checkout = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Prepares the checkout for a run: installs packages and builds, each only if missing or out of date. Works on a fresh
 * clone with nothing installed.
 * @param {(line: string) => void} report
 * @param {readonly string[]} units needed folders, such as `services/team`; everything when empty
 * @returns {Promise<void>}
 */
export async function prepare(report, units = []) {
  /** @type {Promise<void> | undefined} */
  let prefetched;
  if (!isInstalled(checkout)) {
    report('installing npm packages …');
    const stopping = new AbortController();
    process.once('exit', () => stopping.abort());
    const stores = prefetchStores(process.env, report, stopping.signal);
    try {
      await timed(report, 'npm packages installed', () => installPackages(checkout));
    } catch (error) {
      stopping.abort();
      throw error;
    }
    prefetched = stores;
  }
  if (!isBuilt(checkout)) await build(report, units);
  // Waits for the prefetch, because both would download the same packages.
  if (prefetched !== undefined) await timed(report, 'packages of the stores unpacked', async () => prefetched);
}

/**
 * @param {(line: string) => void} report
 * @param {readonly string[]} units
 */
async function build(report, units) {
  if (units.length > 0) await timed(report, `${units.join(', ')} built`, () => buildUnits(units));
  else await timed(report, 'built', () => buildAndRemember(checkout, buildEverything));
}

/**
 * Compiles all programs, bundles the dashboard and renders the pages. The last two wait for the gateway's code, with
 * which they read the contract.
 */
async function buildEverything() {
  await generate();
  await compile(['gateway', 'services/docs']);
  const bundle = join('services', 'dashboard', 'build', 'build.mjs');
  const renderPages = join('services', 'docs', 'dist', 'main.js');
  await Promise.all([
    compile(programFolders(checkout)),
    runNode([bundle, '--no-check'], checkout),
    runNode([renderPages], checkout),
  ]);
}

/**
 * Compiles the given units with their imports. Also compiles the launcher, which starts the stores for the units'
 * tests.
 * @param {readonly string[]} units
 */
async function buildUnits(units) {
  await generate();
  await compile(['deploy/documentdb-bridge', 'deploy/local', ...units]);
}

/** @returns {Promise<void>} */
function generate() {
  return generateWhenStale(checkout, () => runNpm(['run', 'generate', '--workspace', 'protos'], checkout));
}

/**
 * Compiles without checking types, in a third of the time. `npm run build` and `npm run check` check the types.
 * @param {readonly string[]} folders
 * @returns {Promise<void>}
 */
function compile(folders) {
  const compiler = join(checkout, 'node_modules', 'typescript', 'bin', 'tsc');
  return runNode([compiler, '--build', '--noCheck', ...folders], checkout);
}

/**
 * @param {(line: string) => void} report
 * @param {string} text
 * @param {() => Promise<void>} work
 */
async function timed(report, text, work) {
  const start = performance.now();
  await work();
  report(`${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s  ${text}`);
}

// The packages' scripts run `node deploy/local/prepare.mjs [unit…]`.
if (process.argv[1] === join(checkout, 'deploy', 'local', 'prepare.mjs')) {
  try {
    await prepare((line) => console.log(line), process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
