// Writes the secrets that docker-compose.yml mounts. Each gets its own file, beside this script or in the folder given
// as argument. Keeps existing files, so that another run changes nothing. deploy/secrets/README.md explains how to
// replace each secret.

import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { callers, writePublicKeys } from './public-keys.mjs';

const usage = `Usage: generate.mjs [folder]
  Writes the missing secrets to the folder, by default that of this script. Keeps existing files.`;

/** @param {string} message @returns {never} */
function refuse(message) {
  console.error(`${message}\n${usage}`);
  process.exit(1);
}

function readArguments() {
  try {
    const options = /** @type {const} */ ({ help: { type: 'boolean', short: 'h', default: false } });
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

const { values, positionals } = readArguments();
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const [given, ...surplus] = positionals;
if (surplus.length > 0) refuse(`Unexpected argument '${surplus[0]}'`);
const folder = resolve(given ?? import.meta.dirname);
const services = ['auth', 'connect', 'inventory', 'pipeline', 'team', 'transfer', 'webhook'];

/** Characters without a special meaning in a URL, a shell and a configuration file. */
const newSecret = () => randomBytes(32).toString('base64url');

/**
 * @param {string} name
 * @param {() => string} make
 */
function keep(name, make) {
  const file = join(folder, name);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const value = make();
  // Containers run as users that own nothing here but must read the file. Nobody else can enter the folder.
  writeFileSync(file, `${value}\n`, { mode: 0o444, flag: 'wx' });
  console.log(`made ${name}`);
  return value;
}

/**
 * Hashes a password as RabbitMQ's `rabbit_password_hashing_sha256` does: the salt, followed by the SHA-256 of salt and
 * password.
 * @param {string} password
 */
function hashPassword(password) {
  const salt = randomBytes(4);
  const hash = createHash('sha256').update(salt).update(password).digest();
  return Buffer.concat([salt, hash]).toString('base64');
}

mkdirSync(folder, { recursive: true });
chmodSync(folder, 0o700);

// There is one secret for each purpose. Its previous secret is still accepted, and is empty at first.
const purposes = [
  'answer_seal_secret',
  'webhook_seal_secret',
  'key_hash_secret',
  'auth_seal_secret',
  'transfer_link_secret',
  'connect_seal_secret',
];
for (const name of purposes) {
  keep(name, newSecret);
  keep(`${name}_previous`, () => '');
}

// Each program and the administrator have a private key that signs calls. Every program knows the public keys.
for (const caller of callers) {
  keep(`caller_key_${caller}`, newSecret);
  keep(`caller_key_${caller}_previous`, () => '');
}
if (writePublicKeys(folder)) console.log('made caller_public_keys');

/**
 * @param {string} user
 * @param {string} password
 */
const mongoUrl = (user, password) => `mongodb://${user}:${password}@mongo:27017/?replicaSet=plotline&authSource=admin`;

// The database's own user is the administrator. Each service has a user that reads and writes its own databases.
const mongoPassword = keep('mongo_password', newSecret);
for (const service of services) {
  keep(`mongo_url_${service}`, () => mongoUrl(service, newSecret()));
}

// Backups read all databases. A restore writes them as the administrator.
keep('mongo_url_backup', () => mongoUrl('backup', newSecret()));
keep('mongo_url_restore', () => mongoUrl('plotline', mongoPassword));

// The exporter of figures reads its address from a variable.
const exporterUrl = keep('mongo_url_exporter', () => mongoUrl('exporter', newSecret()));
keep('mongodb_exporter_environment', () => `MONGODB_URI=${exporterUrl}`);

const permissionsFile = join(import.meta.dirname, '..', 'container', 'broker-permissions.json');
/**
 * @typedef {{ write: string, read: string }} TopicPermissions
 * @type {Record<string, { configure: string, write: string, read: string, topics: TopicPermissions }>}
 */
const permissions = JSON.parse(readFileSync(permissionsFile, 'utf8'));
const passwords = new Map([['plotline', keep('rabbitmq_password', newSecret)]]);
for (const name of ['gateway', ...services]) {
  const url = keep(`amqp_url_${name}`, () => `amqp://${name}:${newSecret()}@rabbitmq:5672`);
  passwords.set(name, new URL(url).password);
}
const all = { configure: '.*', write: '.*', read: '.*' };
const definitionsFile = join(folder, 'rabbitmq_definitions');
/** @type {{ users: { name: string }[], permissions: object[], topic_permissions?: object[] } | undefined} */
const former = existsSync(definitionsFile) ? JSON.parse(readFileSync(definitionsFile, 'utf8')) : undefined;
const events = { name: 'plotline.events', type: 'topic' };
const allowed = {
  permissions: [...passwords.keys()].map((user) => {
    const { configure, write, read } = permissions[user] ?? all;
    return { user, vhost: '/', configure, write, read };
  }),
  topic_permissions: Object.entries(permissions).map(([user, { topics }]) => {
    return { user, vhost: '/', exchange: events.name, ...topics };
  }),
};
// Replaces outdated definitions, because a new service needs a user, and a release may allow less than the previous
// release. The broker reads the file at its start.
const isComplete = [...passwords.keys()].every((name) => former?.users.some((user) => user.name === name));
const isCurrent = isDeepStrictEqual(
  { permissions: former?.permissions, topic_permissions: former?.topic_permissions },
  allowed,
);
if (former && !(isComplete && isCurrent)) rmSync(definitionsFile);
keep('rabbitmq_definitions', () =>
  JSON.stringify({
    vhosts: [{ name: '/' }],
    users: [...passwords].map(([name, password]) => ({
      name,
      password_hash: hashPassword(password),
      hashing_algorithm: 'rabbit_password_hashing_sha256',
      tags: name === 'plotline' ? 'administrator' : '',
    })),
    // Permissions need an existing exchange. The services declare the same exchange.
    exchanges: [{ ...events, vhost: '/', durable: true, auto_delete: false, internal: false, arguments: {} }],
    ...allowed,
  }),
);

const redis = keep('redis_password', newSecret);
keep('redis_url', () => `redis://:${redis}@redis:6379`);
keep('redis_exporter_passwords', () => JSON.stringify({ 'redis://redis:6379': redis }));
