import type { SupervisedPart } from '../../part.js';
import type { SupervisedProcess } from '../../supervise/supervise-process.js';

/** PostgreSQL and the bridge as one part; a crash of the part is a crash of both. */
export function documentdbPart(port: number, server: SupervisedProcess, bridge: SupervisedProcess): SupervisedPart {
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
