// One step in the replacement of a secret: node deploy/secrets/rotate.mjs <secret> introduce|switch|finish [folder]
// After each step every program that reads the secret is started anew: deploy/runbooks/rotate-a-secret.md.

import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const names = [
  'caller_secret',
  'answer_seal_secret',
  'webhook_seal_secret',
  'key_hash_secret',
  'auth_seal_secret',
  'transfer_link_secret',
];
const [name = '', step = '', given] = process.argv.slice(2);
const folder = resolve(given ?? import.meta.dirname);

/** @param {string} message @returns {never} */
function refuse(message) {
  console.error(message);
  process.exit(1);
}

if (!names.includes(name)) refuse(`which secret? one of ${names.join(', ')}`);

/** @param {string} file */
const read = (file) => readFileSync(join(folder, file), 'utf8').trim();

/** Under another name and renamed: a program that starts meanwhile reads the former or the new text. @param {string} file @param {string} text */
function write(file, text) {
  writeFileSync(join(folder, `${file}.new`), `${text}\n`, { mode: 0o444 });
  renameSync(join(folder, `${file}.new`), join(folder, file));
}

const previous = `${name}_previous`;
const [current, other] = [read(name), read(previous)];

switch (step) {
  case 'introduce':
    if (other !== '') refuse(`${previous} is in use: finish that rotation first`);
    write(previous, randomBytes(32).toString('base64url'));
    break;
  case 'switch':
    if (other === '') refuse(`${previous} is empty: introduce comes first`);
    // The one that is in use is never without a file. A program that starts between the two writes finds it twice and refuses.
    write(previous, current);
    write(name, other);
    break;
  case 'finish':
    write(previous, '');
    break;
  default:
    refuse('which step? introduce, switch or finish');
}
console.log(`${name}: ${step} done; now start what reads it anew`);
