import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runNpm } from './run-program.mjs';

/**
 * Returns whether node_modules matches package-lock.json. Compares content, because a checkout changes file times.
 * @param {string} checkout
 */
export function isInstalled(checkout) {
  const installedFile = join(checkout, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const wanted = readPackages(join(checkout, 'package-lock.json'));
  const installed = readPackages(installedFile);
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const present = installed[path];
    // The lock contains packages for other platforms, which npm doesn't install.
    if (!present) return entry.optional === true || entry.devOptional === true;
    return (
      present.version === entry.version &&
      present.integrity === entry.integrity &&
      present.link === entry.link &&
      existsSync(join(checkout, path, 'package.json'))
    );
  });
}

/**
 * Installs the packages of package-lock.json, including build tools. Runs no install scripts: no package needs one, and
 * a hijacked package could run its script on a developer's machine.
 * @param {string} checkout
 */
export async function installPackages(checkout) {
  const options = ['--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  try {
    await runNpm(['ci', ...options], checkout);
  } catch (error) {
    // `npm ci` refuses a lock that lacks optional packages of some platforms. npm writes such a lock if the registry
    // lacks these packages. `npm install` uses the same versions from the lock and doesn't change it.
    if (!(error instanceof Error && error.message.includes('EUSAGE'))) throw error;
    await runNpm(['install', '--no-save', ...options], checkout);
  }
}

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean,
 *   devOptional?: boolean }} LockEntry
 */

/**
 * @param {string} file
 * @returns {Record<string, LockEntry>}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}
