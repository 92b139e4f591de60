import { connect, type Socket } from 'node:net';
import { Pool } from 'undici';

interface LoadRequest {
  readonly method?: 'GET' | 'POST' | 'OPTIONS';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface FloodOptions {
  readonly url: string;
  readonly perSecond: number;
  /** Number of addresses in 127.0.0.0/8 that the requests come from, in turn. */
  readonly addresses: number;
}

interface HoldOptions {
  readonly connections: number;
  /** Default: 1. */
  readonly addresses?: number;
  readonly first: string;
  /** Text that is written to every connection once a second. */
  readonly thenEachSecond: string;
  readonly readsNothing?: boolean;
  /** Whether connections that the server closes are opened again. */
  readonly isReopened?: boolean;
}

/** Outcome of a load: number of answers by status, and of failures without an answer. */
export type Outcome = Record<string, number>;

export interface Clients {
  flood(options: FloodOptions, createRequest: () => LoadRequest): void;
  hold(url: string, options: HoldOptions): void;
}

/** The clients choose their own addresses, all of them IPv4. */
export const toLoopback = (url: string) => url.replace('//localhost:', '//127.0.0.1:');

/** Returns an address other than the healthy client's, which is 127.0.0.1. */
const toLocalAddress = (index: number) => `127.0.${1 + Math.floor(index / 250)}.${1 + (index % 250)}`;
const tickMs = 20;
/** Maximum number of requests and connections that are made up for after a late tick. */
const maxBurst = 50;
const connectionsPerSecond = 300;
const maxInFlight = 2_000;

/** Calls `act` the given number of times a second, at even intervals. */
function repeat(perSecond: number, act: () => void): void {
  let due = 0;
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    due = Math.min(due + ((now - last) / 1_000) * perSecond, maxBurst);
    last = now;
    for (; due >= 1; due -= 1) act();
  }, tickMs);
}

/** Clients that put load on a server and count its answers. */
export function createClients(): { readonly clients: Clients; readonly outcome: Outcome } {
  const outcome: Outcome = {};
  const count = (what: string) => {
    outcome[what] = (outcome[what] ?? 0) + 1;
  };

  const flood: Clients['flood'] = ({ url, perSecond, addresses }, createRequest) => {
    const pools = Array.from(
      { length: addresses },
      (_, index) => new Pool(url, { connections: addresses === 1 ? 64 : 2, localAddress: toLocalAddress(index) }),
    );
    let next = 0;
    let inFlight = 0;
    repeat(perSecond, () => {
      const pool = pools[next % pools.length];
      next += 1;
      if (!pool || inFlight >= maxInFlight) return;
      inFlight += 1;
      const { method = 'GET', ...rest } = createRequest();
      pool
        .request({ method, ...rest })
        .then(async ({ statusCode, body }) => {
          await body.dump();
          count(String(statusCode));
        })
        .catch((error: unknown) => count(error instanceof Error && 'code' in error ? String(error.code) : 'failed'))
        .finally(() => {
          inFlight -= 1;
        });
    });
  };

  const hold: Clients['hold'] = (
    url,
    { connections, addresses = 1, first, thenEachSecond, readsNothing, isReopened },
  ) => {
    const { hostname, port } = new URL(url);
    const open = new Set<Socket>();
    let opened = 0;
    repeat(connectionsPerSecond, () => {
      if (open.size >= connections || (!isReopened && opened >= connections)) return;
      opened += 1;
      const socket = connect({ host: hostname, port: Number(port), localAddress: toLocalAddress(opened % addresses) });
      open.add(socket);
      socket.write(first);
      if (readsNothing) socket.pause();
      else
        socket.on('data', (data: Buffer) => count(/^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1'))?.[1] ?? 'data'));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        count('closed');
      });
    });
    if (thenEachSecond === '') return;
    setInterval(() => {
      for (const socket of open) socket.write(thenEachSecond);
    }, 1_000);
  };

  return { clients: { flood, hold }, outcome };
}
