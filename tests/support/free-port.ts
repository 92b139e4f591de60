import { createServer } from 'node:net';
import { listenAnywhere } from './listen-anywhere.js';

/** Returns different free ports on 127.0.0.1, for programs that accept port numbers but not 0. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(servers.map(listenAnywhere));
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** Returns the variables with a service's ports. */
export async function freeServicePorts() {
  const [http = 0, grpc = 0] = await freePorts(2);
  return { HTTP_PORT: http, GRPC_PORT: grpc };
}
