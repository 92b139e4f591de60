import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A hash of the names and contents of files, and of all files of folders.
 * @param {string} root
 * @param {readonly string[]} names
 */
export function fingerprintOf(root, names) {
  const hash = createHash('sha256');
  for (const file of names.flatMap((name) => listFiles(join(root, name))).sort()) {
    hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/**
 * Whether the output is there and was made of what has this fingerprint.
 * @param {string} output
 * @param {string} fingerprint
 */
export function isMadeOf(output, fingerprint) {
  const stamp = stampOf(output);
  return existsSync(output) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint;
}

/**
 * @param {string} output
 * @param {string} fingerprint
 */
export function remember(output, fingerprint) {
  writeFileSync(stampOf(output), fingerprint);
}

/** @param {string} output */
function stampOf(output) {
  return `${output}.fingerprint`;
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(path) {
  return statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => listFiles(join(path, name))) : [path];
}
