import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import mongoose from 'mongoose';
import pLimit from 'p-limit';
import { isTree, type Tree, textOf } from '../../support/contract/tree.js';
import { installParseServer } from './install-parse-server.js';
import type { Side } from './side.js';

/** Name of the side in the processor times. */
export const parseProgram = 'parse';
const programNames = [parseProgram, 'bridge', 'engine'];
const headers = { 'x-parse-application-id': 'bench', 'x-parse-rest-api-key': 'rest_key_of_the_benchmark' };
const leadsPath = '/classes/Lead';
const loadingConnections = 16;

/** Indexes for the lists and a duplicate check. Parse Server's schema can't define an index on the creation time. */
const indexedFields = ['_created_at', 'email', 'phone', 'stage', 'assigned_agent'];

async function createIndexes(databaseUrl: string): Promise<void> {
  const connection = await mongoose.createConnection(databaseUrl).asPromise();
  try {
    for (const field of indexedFields) await connection.collection('Lead').createIndex({ [field]: 1 });
  } finally {
    await connection.close();
  }
}

async function store(url: string, lead: Tree): Promise<string> {
  const response = await fetch(url + leadsPath, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(lead),
  });
  const text = await response.text();
  const stored: unknown = JSON.parse(text);
  const id = isTree(stored) ? textOf(stored.objectId) : undefined;
  if (id === undefined) throw new Error(`Parse Server did not store a lead: ${text.slice(0, 500)}`);
  return id;
}

export interface ParseSide extends Side {
  /** Process ids by the name of the program. */
  readonly programs: Readonly<Record<string, readonly number[]>>;
  stop(): void;
}

/** Starts Parse Server in its own process. It has its own database in the engine of the URL. */
export async function startParseSide(mongoUrl: string): Promise<ParseSide> {
  const manifest = await installParseServer();
  const database = new URL(mongoUrl);
  database.pathname = '/bench_parse';
  const child = fork(fileURLToPath(new URL('./parse-process.ts', import.meta.url)), [manifest, database.href], {
    // The gateway runs with the same V8 flag.
    execArgv: ['--max-semi-space-size=64', '--import', 'tsx'],
    // Parse Server's logger creates a folder before it is configured.
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PARSE_SERVER_LOGS_FOLDER: 'null' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const stop = () => void child.kill('SIGKILL');
  const ended = new AbortController();
  child.once('exit', () => ended.abort(new Error('Parse Server ended.')));
  const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(60_000)]);
  const [message]: unknown[] = await once(child, 'message', { signal }).catch((error) => {
    stop();
    throw new Error('Parse Server did not start.', { cause: error });
  });
  await createIndexes(database.href);
  const url = `http://127.0.0.1:${isTree(message) ? message.port : ''}`;
  return {
    name: 'Parse Server',
    url,
    headers,
    getOne: (id) => ({ method: 'GET', path: `${leadsPath}/${id}` }),
    getPage: (size) => ({ method: 'GET', path: `${leadsPath}?limit=${size}&count=1&order=-createdAt` }),
    create: (lead) => ({ method: 'POST', path: leadsPath, body: JSON.stringify(lead) }),
    load: (leads) => pLimit(loadingConnections).map(leads, (lead) => store(url, lead)),
    owns: (program) => programNames.includes(program),
    programs: { [parseProgram]: child.pid === undefined ? [] : [child.pid] },
    stop,
  };
}
