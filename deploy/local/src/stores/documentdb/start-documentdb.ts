import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { MongoOptions, SupervisedComponent } from '../../supervise/component.js';
import { signalProcess } from '../../supervise/os-process.js';
import { type SupervisedProcess, superviseProcess } from '../../supervise/supervise-process.js';
import { askServer } from '../mongo/ask-server.js';
import { findOrphans, programs } from '../mongo/claim-data.js';
import { buildPostgresCommand } from './install-documentdb.js';
import { prepareData } from './prepare-data.js';

/** Starts PostgreSQL with DocumentDB from its root, and starts the bridge in front of it on `port`. */
export async function startDocumentdb(root: string, options: MongoOptions): Promise<SupervisedComponent> {
  const { dataDirectory, port, report } = options;
  const logs = options.logDirectory ?? dataDirectory;
  const data = await prepareData(root, dataDirectory, options.environment['PLOTLINE_FLUSH'] !== 'off');

  let serverId = 0;
  const server = superviseProcess({
    ...buildPostgresCommand(root, 'postgres', ['-D', data]),
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
      // Backends of a killed server continue until their statement ends. The next server can't start before that.
      for (const orphan of findOrphans(data, programs.server))
        if (orphan !== processId) signalProcess(orphan, 'SIGKILL');
      options.onStart?.(processId);
    },
  });
  const bridge = superviseProcess({
    name: 'mongo bridge',
    command: process.execPath,
    args: [require.resolve('@plotline/documentdb-bridge/main')],
    // The socket is in the working directory. A socket path is limited to about 100 characters, and the path of a
    // checkout may be longer.
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
  return createDocumentdbComponent(port, server, bridge);
}

/** Reads postmaster.pid. Its first line is the process id of the server, and its eighth line is the server's status. */
function isServerReady(postmasterFile: string, processId: number): boolean {
  const lines = postmasterFile.split('\n');
  return Number(lines[0]) === processId && lines[7]?.trim() === 'ready';
}

/** Presents PostgreSQL and the bridge as one component. If the component crashes, both crash. */
function createDocumentdbComponent(
  port: number,
  server: SupervisedProcess,
  bridge: SupervisedProcess,
): SupervisedComponent {
  const stop = async (): Promise<void> => {
    await bridge.stop();
    await server.stop();
  };
  return {
    name: 'mongo',
    url: `mongodb://127.0.0.1:${port}/`,
    origin: 'DocumentDB on PostgreSQL 18',
    processIds: () => [server, bridge].map((one) => one.processId()).filter((id) => id !== undefined),
    stop,
    kill: async () => void (await Promise.all([server.kill(), bridge.kill()])),
    hold: stop,
    async release() {
      await server.start();
      await bridge.start();
    },
    async whenReady(deadline) {
      await server.whenReady(deadline);
      await bridge.whenReady(deadline);
    },
  };
}

const require = createRequire(import.meta.url);
