import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Hashes the names and contents of the given files and of all files in the given folders.
 * @param {string} root
 * @param {readonly string[]} names
 */
export function computeFingerprint(root, names) {
  const hash = createHash('sha256');
  for (const file of names.flatMap((name) => listFiles(join(root, name))).sort()) {
    hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/**
 * Checks that the output exists and was built from sources with this fingerprint.
 * @param {string} output
 * @param {string} fingerprint
 */
export function isUpToDate(output, fingerprint) {
  const file = getFingerprintPath(output);
  return existsSync(output) && existsSync(file) && readFileSync(file, 'utf8') === fingerprint;
}

/**
 * @param {string} output
 * @param {string} fingerprint
 */
export function writeFingerprint(output, fingerprint) {
  writeFileSync(getFingerprintPath(output), fingerprint);
}

/** @param {string} output */
function getFingerprintPath(output) {
  return `${output}.fingerprint`;
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(path) {
  return statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => listFiles(join(path, name))) : [path];
}
