import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Development, DevelopRequest } from '../supervise/running-system.js';
import type { ProgramName } from '../supervise/system-options.js';
import { type DevelopReply, parseRequest } from './control-protocol.js';

export interface ControlServer {
  /** Stops accepting requests and no longer restarts built programs, because the system is about to stop. */
  close(): Promise<void>;
}

/**
 * Lets development runs take over programs. A run keeps its connection for as long as it needs the program. When the
 * run ends for any reason, the kernel closes the connection. The built program then starts again.
 */
export async function serveDevelopment(
  path: string,
  develop: (request: DevelopRequest) => Promise<Development>,
): Promise<ControlServer> {
  const owners = new Map<ProgramName, number>();
  const sockets = new Set<Socket>();
  let isClosing = false;

  async function handle(socket: Socket): Promise<void> {
    const request = parseRequest(await readLine(socket));
    const { program, processId } = request;
    const owner = owners.get(program);
    if (owner !== undefined) throw new Error(`${program} already runs from source, in process ${owner}.`);
    owners.set(program, processId);
    try {
      const ended = untilEnded(socket);
      const development = await develop(request);
      const { logFile, logStart, readyUrl } = development;
      send(socket, { started: { logFile, logStart, readyUrl } });
      await ended;
      if (isClosing) return;
      await development.end();
      send(socket, { released: true });
    } finally {
      owners.delete(program);
    }
  }

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    // A killed run may reset the connection.
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    handle(socket)
      .catch((error: unknown) => send(socket, { error: error instanceof Error ? error.message : String(error) }))
      .finally(() => socket.end());
  });
  // A killed launcher leaves its socket behind.
  await rm(path, { force: true });
  await once(server.listen(path), 'listening');
  await chmod(path, 0o600);
  return {
    async close() {
      isClosing = true;
      server.close();
      for (const socket of sockets) socket.destroy();
      await rm(path, { force: true });
    },
  };
}

async function readLine(socket: Socket): Promise<string> {
  const lines = createInterface({ input: socket });
  const [line]: unknown[] = await once(lines, 'line');
  return String(line);
}

function untilEnded(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('end', resolve);
    socket.once('close', () => resolve());
  });
}

function send(socket: Socket, reply: DevelopReply): void {
  if (socket.writable) socket.write(`${JSON.stringify(reply)}\n`);
}
