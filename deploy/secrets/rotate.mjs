// Takes one step in the replacement of a secret:
//   node deploy/secrets/rotate.mjs <secret> introduce|switch|finish [--resealed] [folder]
// After each step restart every program that reads the secret: deploy/runbooks/rotate-a-secret.md.

import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { callers, writePublicKeys } from './public-keys.mjs';

const names = [
  ...callers.map((caller) => `caller_key_${caller}`),
  'answer_seal_secret',
  'webhook_seal_secret',
  'key_hash_secret',
  'auth_seal_secret',
  'transfer_link_secret',
  'connect_seal_secret',
];

/** @param {string} message @returns {never} */
function refuse(message) {
  console.error(message);
  process.exit(1);
}

const usage = `Usage: rotate.mjs <secret> introduce|switch|finish [--resealed] [folder]
  Takes one step in the replacement of a secret: ${names.join(', ')}.
  --resealed   with finish: confirms that no data is sealed or hashed with the old secret`;

function readArguments() {
  try {
    return parseArgs({
      options: { resealed: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
      allowPositionals: true,
    });
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}

const { values, positionals } = readArguments();
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const [name = '', step = '', given, ...surplus] = positionals;
if (surplus.length > 0) refuse(usage);
const folder = resolve(given ?? import.meta.dirname);

if (!names.includes(name)) refuse(`name one of these secrets: ${names.join(', ')}`);
if (!['introduce', 'switch', 'finish'].includes(step)) refuse('which step? introduce, switch or finish');

/** @param {string} file */
const read = (file) => readFileSync(join(folder, file), 'utf8').trim();

/**
 * Writes a temporary file and renames it, so that a starting program reads either the old or the new text.
 * @param {string} file
 * @param {string} text
 */
function write(file, text) {
  writeFileSync(join(folder, `${file}.new`), `${text}\n`, { mode: 0o444 });
  renameSync(join(folder, `${file}.new`), join(folder, file));
}

/** Returns the secret's id. Programs derive the same id in services/kit/src/core/secrets.ts. @param {string} secret */
const toId = (secret) => createHash('sha256').update(`plotline key id ${secret}`).digest('hex').slice(0, 8);

const previous = `${name}_previous`;
/** File with the id of the last introduced secret. The next step depends on where that secret is now. */
const introduced = `${name}_introduced`;
const [current, other] = [read(name), read(previous)];

/** Returns the steps that are allowed now. */
function findNextSteps() {
  // Both files have the same secret, because a switch was interrupted between its two writes. The new secret is lost,
  // but no program has used it yet.
  if (other === '' || other === current) return ['introduce'];
  const id = existsSync(join(folder, introduced)) ? read(introduced) : '';
  if (id === toId(other)) return ['switch'];
  if (id === toId(current)) return ['finish'];
  // The rotation was started by hand, so the files don't show which of the two secrets is new.
  return ['switch', 'finish'];
}

const next = findNextSteps();
if (!next.includes(step)) refuse(`${name}: ${step} is not the next step. Next: ${next.join(' or ')}`);

/**
 * Commands that must exit with 0 before the old secret is removed. Otherwise, data that the old secret sealed or hashed
 * is lost.
 */
const commands = new Map([
  ['webhook_seal_secret', 'services/webhook/dist/commands/reseal-secrets.js'],
  ['connect_seal_secret', 'services/connect/dist/commands/reseal-secrets.js'],
  ['auth_seal_secret', 'services/auth/dist/commands/reseal-secrets.js'],
  ['key_hash_secret', 'services/auth/dist/commands/count-key-hashes.js'],
]);
const command = commands.get(name);
if (step === 'finish' && command && !values.resealed)
  refuse(`${name}: the old secret stays. Run ${command} until it exits with 0, then finish with --resealed`);

switch (step) {
  case 'introduce': {
    const secret = randomBytes(32).toString('base64url');
    write(introduced, toId(secret));
    write(previous, secret);
    break;
  }
  case 'switch':
    write(introduced, toId(other));
    // The secret in use always has a file. A program that starts between the two writes finds the same secret twice and
    // refuses to start.
    write(previous, current);
    write(name, other);
    break;
  case 'finish':
    write(previous, '');
    break;
}
if (name.startsWith('caller_key_')) writePublicKeys(folder);
console.log(`${name}: ${step} done. Now restart the programs that read it`);
