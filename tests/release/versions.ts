import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { isTree, type Tree, treesOf } from '../support/contract/tree.js';

const steps = ['major', 'minor', 'patch'] as const;

/**
 * Returns the requested version, given as a version or as the part to increment. Throws an error if it is neither, or
 * is not above the current version.
 */
export function resolveVersion(current: string, asked: string): string {
  const step = steps.find((name) => name === asked);
  const version = step ? semver.inc(current, step) : semver.valid(asked);
  if (version === null || (!step && version !== asked)) {
    throw new Error(`"${asked}" must be a version such as 1.2.3, or one of: ${steps.join(', ')}.`);
  }
  if (!semver.gt(version, current)) throw new Error(`${version} must be above the current version, ${current}.`);
  return version;
}

/** Returns whether callers must expect breaking changes in a version. */
export function isMajor(current: string, version: string): boolean {
  return semver.major(version) > semver.major(current);
}

function readJson(checkout: string, path: string): Tree {
  const value: unknown = JSON.parse(readFileSync(join(checkout, path), 'utf8'));
  if (!isTree(value)) throw new Error(`${path} has no object.`);
  return value;
}

/** Returns the version in a checkout's package.json. */
export function readVersion(checkout: string): string {
  const { version } = readJson(checkout, 'package.json');
  if (typeof version !== 'string' || !semver.valid(version)) throw new Error('package.json has no version.');
  return version;
}

const chartPath = 'deploy/helm/Chart.yaml';

/**
 * Sets the version of the chart, and the version of every workspace in the lock file and in its package.json. Returns
 * the paths.
 */
export function setVersion(checkout: string, version: string): readonly string[] {
  const write = (path: string, value: Tree): void => {
    writeFileSync(join(checkout, path), `${JSON.stringify(value, null, 2)}\n`);
  };
  const lock = readJson(checkout, 'package-lock.json');
  const packages = isTree(lock['packages']) ? lock['packages'] : {};
  const folders = Object.keys(packages).filter((folder) => !/(^|\/)node_modules\//.test(folder));
  const entries = folders.map((folder) => [folder, { ...treesOf([packages[folder]])[0], version }] as const);
  write('package-lock.json', { ...lock, version, packages: { ...packages, ...Object.fromEntries(entries) } });
  const manifests = folders.map((folder) => join(folder, 'package.json'));
  for (const path of manifests) write(path, { ...readJson(checkout, path), version });
  const chart = join(checkout, chartPath);
  if (!existsSync(chart)) return ['package-lock.json', ...manifests];
  writeFileSync(chart, readFileSync(chart, 'utf8').replaceAll(/^(version|appVersion): .*$/gm, `$1: ${version}`));
  return ['package-lock.json', ...manifests, chartPath];
}
