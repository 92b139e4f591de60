import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isWellFormedToken } from '@plotline/kit/core/secrets';
import type { SystemAddresses } from '@plotline/local/supervise/running-system';
import { getDataLayout } from '@plotline/local/supervise/system-options';
import { Redis } from 'ioredis';
import mongoose from 'mongoose';
import type { TestStores } from '../test-stores.js';

/** Length of the prefix that a secret is recognized by. */
const anchorLength = 10;

/**
 * Matches any text in the form of our tokens or of a signed access token, even if the run never received it.
 */
const tokenPattern = /((?:pl_[a-z]+|hook_(?:live|test))_)[0-9A-Za-z]{36}|eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g;

/** Place where a secret was found. */
export interface Finding {
  readonly place: string;
  readonly what: string;
}

/** Returns a number below 65,536 for the four characters at a position, without creating a string. */
function hashAt(text: string, at: number): number {
  const [first, second] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
  const [third, fourth] = [text.charCodeAt(at + 2), text.charCodeAt(at + 3)];
  return (first + second * 37 + third * 1_369 + fourth * 50_653) & 0xffff;
}

/** Finds any of many secrets in a text in one pass, even if they are URL-encoded or part of Basic authentication. */
class SecretSearch {
  readonly #byAnchor = new Map<string, { readonly text: string; readonly what: string }[]>();
  /**
   * Contains 1 for the hash of each prefix. The table makes the search fast. A run searches a hundred million
   * positions.
   */
  readonly #hashes = new Uint8Array(65_536);
  readonly findings: Finding[] = [];
  /** Number of characters that were searched. */
  searched = 0;

  constructor(secrets: ReadonlyMap<string, string>) {
    for (const [secret, what] of secrets) {
      const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
      for (const text of new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), base64])) {
        const anchor = text.slice(0, anchorLength);
        this.#hashes[hashAt(anchor, 0)] = 1;
        this.#byAnchor.set(anchor, [...(this.#byAnchor.get(anchor) ?? []), { text, what }]);
      }
    }
  }

  search(text: string, place: string): void {
    this.searched += text.length;
    for (const [token, prefix] of text.matchAll(tokenPattern)) {
      if (prefix === undefined || isWellFormedToken(token, prefix)) this.findings.push({ place, what: 'a token' });
    }
    for (let start = 0; start + anchorLength <= text.length; start += 1) {
      if (this.#hashes[hashAt(text, start)] === 0) continue;
      const candidates = this.#byAnchor.get(text.slice(start, start + anchorLength)) ?? [];
      for (const { text: secret, what } of candidates) {
        if (text.startsWith(secret, start)) this.findings.push({ place, what });
      }
    }
  }
}

async function searchMongo(url: string, search: SecretSearch): Promise<void> {
  const connection = await mongoose.createConnection(url).asPromise();
  try {
    const { databases } = await connection.getClient().db('admin').admin().listDatabases();
    for (const { name } of databases.filter((one) => !['admin', 'config', 'local'].includes(one.name))) {
      const database = connection.getClient().db(name);
      for (const { name: collection } of await database.listCollections().toArray()) {
        for await (const document of database.collection(collection).find({})) {
          search.search(JSON.stringify(document), `${name}.${collection} ${String(document._id)}`);
        }
      }
    }
  } finally {
    await connection.close();
  }
}

async function readRedis(redis: Redis, key: string): Promise<unknown> {
  const type = await redis.type(key);
  if (type === 'string') return redis.get(key);
  if (type === 'hash') return redis.hgetall(key);
  if (type === 'list') return redis.lrange(key, 0, -1);
  return type === 'set' ? redis.smembers(key) : redis.zrange(key, '0', '-1');
}

async function searchRedis(url: string, search: SecretSearch): Promise<void> {
  const redis = new Redis(url);
  try {
    for (const key of await redis.keys('*')) {
      search.search(`${key} ${JSON.stringify(await readRedis(redis, key))}`, `redis ${key}`);
    }
  } finally {
    redis.disconnect();
  }
}

async function searchLogs(folder: string, search: SecretSearch): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const file of files.filter((one) => one.isFile())) {
    search.search(await readFile(join(file.parentPath, file.name), 'utf8'), `log ${file.name}`);
  }
}

/** Searches all databases and all logs of a system, or of stores alone, for the secrets. */
export async function searchSystem(
  { mongoUrl, redisUrl, dataDirectory }: TestStores,
  secrets: ReadonlyMap<string, string>,
): Promise<Pick<SecretSearch, 'findings' | 'searched'>> {
  const search = new SecretSearch(secrets);
  await searchMongo(mongoUrl, search);
  await searchRedis(redisUrl, search);
  await searchLogs(getDataLayout(dataDirectory).logs, search);
  return search;
}

/**
 * Returns the one-time tokens in the links of the emails that a system has stored, or only of emails that mention
 * `address`.
 */
export async function readMailedTokens({ dataDirectory }: SystemAddresses, address = ''): Promise<string[]> {
  const folder = getDataLayout(dataDirectory).mail;
  const files = await readdir(folder).catch(() => []);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  const wanted = texts.filter((text) => text.includes(address));
  return wanted.flatMap((text) => [...text.matchAll(/token=(\w+)/g)].map(([, token = '']) => token));
}
