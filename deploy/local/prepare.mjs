import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAndRemember, isBuilt } from './prepare/build.mjs';
import { installPackages, isInstalled } from './prepare/install.mjs';
import { runNpm } from './prepare/run-program.mjs';

/** Root folder of this checkout. */
export const checkout = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/**
 * Makes the checkout ready to run, in a form that works on a fresh clone where nothing is installed yet: packages and
 * build, each only when it is missing or out of date.
 * @param {(line: string) => void} report
 * @returns {Promise<void>}
 */
export async function prepare(report) {
  if (!isInstalled(checkout)) {
    await timed(report, 'npm packages installed', () => installPackages(checkout));
  }
  if (!isBuilt(checkout)) {
    await timed(report, 'built', () => buildAndRemember(checkout, () => runNpm(['run', 'build'], checkout)));
  }
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

// `node deploy/local/prepare.mjs`, as `npm test` and `npm run check` call it.
if (process.argv[1] === join(checkout, 'deploy', 'local', 'prepare.mjs')) {
  try {
    await prepare((line) => console.log(line));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
