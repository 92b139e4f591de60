import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SupervisedPart } from '../../part.js';
import { superviseProcess } from '../../supervise/supervise-process.js';
import { supervisedPart } from '../../supervise/supervised-part.js';
import { askServer } from '../ask-server.js';
import type { MongoOptions } from '../mongo-options.js';
import { folders } from '../own-data.js';
import { initiateReplicaSet, REPLICA_SET } from './initiate-replica-set.js';

const INITIATION_DEADLINE_MS = 30_000;

/** Starts a private mongod as a replica set of one, which is what transactions need. */
export async function startMongod(file: string, origin: string, options: MongoOptions): Promise<SupervisedPart> {
  const { port, dataDirectory, report } = options;
  const data = join(dataDirectory, folders.mongod);
  await mkdir(data, { recursive: true, mode: 0o700 });
  const mongod = superviseProcess({
    name: 'mongod',
    command: file,
    args: serverArguments(data, port),
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
  return supervisedPart({ name: 'mongo', url, origin, process: mongod });
}

function serverArguments(data: string, port: number): string[] {
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
