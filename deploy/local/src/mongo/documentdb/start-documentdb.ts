import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SupervisedPart } from '../../part.js';
import { signalProcess } from '../../supervise/signal-process.js';
import { superviseProcess } from '../../supervise/supervise-process.js';
import { askServer } from '../ask-server.js';
import type { MongoOptions } from '../mongo-options.js';
import { programs } from '../own-data.js';
import { findStrays } from '../strays.js';
import { bridgeArguments } from './bridge-command.js';
import { documentdbPart } from './documentdb-part.js';
import { prepareData } from './prepare-data.js';
import type { RootLayout } from './root-layout.js';
import { serverCommand } from './server-command.js';

/** Starts PostgreSQL with DocumentDB from its root, and the bridge before it on `port`. */
export async function startDocumentdb(layout: RootLayout, options: MongoOptions): Promise<SupervisedPart> {
  const { dataDirectory, port, report } = options;
  const logs = options.logDirectory ?? dataDirectory;
  const data = await prepareData(layout, dataDirectory);

  let serverId = 0;
  const server = superviseProcess({
    ...serverCommand(layout, data),
    name: 'postgres',
    environment: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
    directory: data,
    logFile: join(logs, 'postgres.log'),
    isReady: async () => isServerReady(await readFile(join(data, 'postmaster.pid'), 'utf8'), serverId),
    readyWithinMs: 60_000,
    stopWithinMs: 5_000,
    report,
    onStart(processId) {
      serverId = processId;
      // Backends outlive a killed server until their statement ends, and keep the next one from starting.
      for (const stray of findStrays(data, programs.server)) if (stray !== processId) signalProcess(stray, 'SIGKILL');
      options.onStart?.(processId);
    },
  });
  const bridge = superviseProcess({
    name: 'mongo bridge',
    command: process.execPath,
    args: bridgeArguments(),
    // The folder that it runs in: the path of a socket may have a hundred characters, that of a checkout more.
    environment: { BRIDGE_PORT: String(port), BRIDGE_POSTGRES: '/proc/self/cwd' },
    directory: data,
    logFile: join(logs, 'mongo-bridge.log'),
    isReady: async (deadline) => (await askServer(port, { ping: 1 }, deadline))['ok'] === 1,
    readyWithinMs: 30_000,
    stopWithinMs: 3_000,
    report,
    ...(options.onStart === undefined ? {} : { onStart: options.onStart }),
  });
  await server.start();
  await bridge.start().catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  return documentdbPart(port, server, bridge);
}

/** The server writes its id in the first line of the file, and how far it is in the eighth. */
function isServerReady(postmasterFile: string, processId: number): boolean {
  const lines = postmasterFile.split('\n');
  return Number(lines[0]) === processId && lines[7]?.trim() === 'ready';
}
