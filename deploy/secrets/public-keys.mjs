import { createPrivateKey, createPublicKey } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Signers of calls: the programs and the administrator of the system. */
export const callers = [
  'gateway',
  'auth',
  'connect',
  'inventory',
  'pipeline',
  'team',
  'transfer',
  'webhook',
  'operator',
];

/** Bytes before the 32 bytes of an X25519 private key in PKCS #8 (RFC 8410, section 7). */
const prefix = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** @param {string} secret */
function toPublicKey(secret) {
  const key = Buffer.concat([prefix, Buffer.from(secret, 'base64url')]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  return createPublicKey(privateKey).export({ format: 'jwk' }).x;
}

/**
 * Writes `caller_public_keys`: for every program, the current key and the second accepted key. Returns whether the file
 * changed.
 * @param {string} folder
 */
export function writePublicKeys(folder) {
  /** @param {string} name */
  const read = (name) => readFileSync(join(folder, name), 'utf8').trim();
  const lists = callers.map((caller) => {
    const secrets = [read(`caller_key_${caller}`), read(`caller_key_${caller}_previous`)];
    return [caller, secrets.filter((secret) => secret !== '').map(toPublicKey)];
  });
  const text = JSON.stringify(Object.fromEntries(lists));
  const file = join(folder, 'caller_public_keys');
  if (existsSync(file) && read('caller_public_keys') === text) return false;
  // Writes a temporary file and renames it, so that a starting program reads either the old or the new text.
  writeFileSync(`${file}.new`, `${text}\n`, { mode: 0o444 });
  renameSync(`${file}.new`, file);
  return true;
}
