import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Document } from 'bson';
import { type MongoOptions, type SupervisedComponent, toComponent } from '../../supervise/component.js';
import { superviseProcess } from '../../supervise/supervise-process.js';
import { askServer } from './ask-server.js';
import { dataFolders } from './claim-data.js';

const INITIATION_DEADLINE_MS = 30_000;

/** Starts a private mongod as a replica set of one, because transactions need a replica set. */
export async function startMongod(file: string, origin: string, options: MongoOptions): Promise<SupervisedComponent> {
  const { port, dataDirectory, report } = options;
  const data = join(dataDirectory, dataFolders.mongod);
  await mkdir(data, { recursive: true, mode: 0o700 });
  const mongod = superviseProcess({
    name: 'mongod',
    command: file,
    args: buildServerArguments(data, port),
    environment: { PATH: options.environment['PATH'], LANG: 'C.UTF-8' },
    directory: data,
    logFile: join(options.logDirectory ?? dataDirectory, 'mongod.log'),
    isReady: async (deadline) => (await askServer(port, { ping: 1 }, deadline))['ok'] === 1,
    readyWithinMs: 60_000,
    stopWithinMs: 8_000,
    report,
    ...(options.onStart === undefined ? {} : { onStart: options.onStart }),
  });
  await mongod.start();
  await initiateReplicaSet(port, AbortSignal.timeout(INITIATION_DEADLINE_MS)).catch(async (error: unknown) => {
    await mongod.stop();
    throw error;
  });
  const url = `mongodb://127.0.0.1:${port}/?replicaSet=${REPLICA_SET}`;
  return toComponent({ name: 'mongo', url, origin, process: mongod });
}

function buildServerArguments(data: string, port: number): string[] {
  const settings = {
    dbpath: data,
    port: String(port),
    bind_ip: '127.0.0.1',
    replSet: REPLICA_SET,
    wiredTigerCacheSizeGB: '0.25',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  return [...flags, '--nounixsocket', '--quiet'];
}

const REPLICA_SET = 'plotline';

const ALREADY_INITIALIZED = 23;
const RETRY_INTERVAL_MS = 100;

/**
 * Makes the server on `port` a replica set of one, unless it is one already, and waits until it accepts writes. Updates
 * the port of a set that was created on a different port.
 * @throws Error with the server's answer, or the abort reason of `deadline`.
 */
export async function initiateReplicaSet(port: number, deadline: AbortSignal): Promise<void> {
  const members = [{ _id: 0, host: `127.0.0.1:${port}` }];
  const initiated = await askServer(port, { replSetInitiate: { _id: REPLICA_SET, members } }, deadline);
  if (initiated['ok'] !== 1 && initiated['code'] !== ALREADY_INITIALIZED)
    throw createRefusal('replSetInitiate', initiated);
  if (initiated['ok'] !== 1) await moveMember(port, members, deadline);
  while ((await askServer(port, { hello: 1 }, deadline))['isWritablePrimary'] !== true) {
    deadline.throwIfAborted();
    await delay(RETRY_INTERVAL_MS);
  }
}

async function moveMember(port: number, members: Document[], deadline: AbortSignal): Promise<void> {
  const reply = await askServer(port, { replSetGetConfig: 1 }, deadline);
  const config: Document = reply['config'] ?? {};
  const [member]: Document[] = config['members'] ?? [];
  if (member?.['host'] === members[0]?.['host']) return;
  const moved = { ...config, version: Number(config['version']) + 1, members };
  const answer = await askServer(port, { replSetReconfig: moved, force: true }, deadline);
  if (answer['ok'] !== 1) throw createRefusal('replSetReconfig', answer);
}

function createRefusal(command: string, answer: Document): Error {
  return new Error(`mongod refused ${command}: ${String(answer['errmsg'])}`);
}
