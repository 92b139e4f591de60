// Writes the secrets that docker-compose.yml mounts, each into a file of its own beside this script (or in the folder
// given as argument). A file that exists is kept, so running it again changes nothing; delete one to have it renewed.

import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(process.argv[2] ?? import.meta.dirname);

/** Characters that mean themselves in a URL, a shell and a configuration file. */
const newSecret = () => randomBytes(32).toString('base64url');

/**
 * @param {string} name
 * @param {() => string} make
 */
function keep(name, make) {
  const file = join(folder, name);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const value = make();
  // Containers run as users that own nothing here and must read it; the folder shuts everybody else out.
  writeFileSync(file, `${value}\n`, { mode: 0o444, flag: 'wx' });
  console.log(`made ${name}`);
  return value;
}

mkdirSync(folder, { recursive: true });
chmodSync(folder, 0o700);

keep('internal_secret', newSecret);
keep('key_hash_secret', newSecret);

const mongo = keep('mongo_password', newSecret);
keep('mongo_url', () => `mongodb://plotline:${mongo}@mongo:27017/?replicaSet=plotline&authSource=admin`);

const rabbitmq = keep('rabbitmq_password', newSecret);
keep('rabbitmq_user', () => `default_user = plotline\ndefault_pass = ${rabbitmq}`);
keep('amqp_url', () => `amqp://plotline:${rabbitmq}@rabbitmq:5672`);

const redis = keep('redis_password', newSecret);
keep('redis_url', () => `redis://:${redis}@redis:6379`);
