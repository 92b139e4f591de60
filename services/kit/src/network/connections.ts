import type { LookupFunction } from 'node:net';
import type { ResolvedAddress } from '@plotline/kit/network/address-guard';
import { type Dispatcher, Pool, ProxyAgent } from 'undici';

/** Time after which an idle connection is closed. The receiver can request a shorter time. */
const keepAliveMs = 4_000;
const maxKeepAliveMs = 30_000;
/** Time without a request after which the connections to a destination are dropped. */
const idleMs = 30_000;
const maxConnections = 20;

/** Target of a request. */
export interface Destination {
  readonly origin: string;
  /** Checked addresses. Empty if a proxy chooses the address. */
  readonly addresses: readonly ResolvedAddress[];
}

/** Connection that carries a request to its destination. */
export interface Carrier {
  readonly dispatcher: Dispatcher;
  /** Whether the destination has answered an earlier request. Then this connection may be a reused one. */
  readonly mayBeKept: boolean;
}

/** Connections to receivers. They are kept open for the next request. */
export interface Connections {
  /** Runs work with connections to these addresses only. */
  use<T>(destination: Destination, work: (carrier: Carrier) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Creates connections that all go through the proxy (CONNECT). The proxy resolves names. */
export function createProxiedConnections(proxyUrl: string, timeoutMs: number): Connections {
  const options = { keepAliveTimeout: keepAliveMs, keepAliveMaxTimeout: maxKeepAliveMs, connections: maxConnections };
  const dispatcher = new ProxyAgent({
    ...options,
    uri: proxyUrl,
    proxyTunnel: true,
    requestTls: { timeout: timeoutMs },
    proxyTls: { timeout: timeoutMs },
  });
  return {
    use: (_destination, work) => work({ dispatcher, mayBeKept: true }),
    close: () => dispatcher.destroy(),
  };
}

function createLookup(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
}

interface Pinned {
  readonly pool: Pool;
  running: number;
  answered: number;
  usedAt: number;
}

/**
 * Creates connections to checked addresses only. A pool belongs to one origin and to exactly the addresses that were
 * checked for the request. So a kept connection is only used for requests that may connect to its address.
 */
export function createPinnedConnections(timeoutMs: number): Connections {
  const pools = new Map<string, Pinned>();

  const forgetIdle = (): void => {
    const before = performance.now() - idleMs;
    for (const [key, { pool, running, usedAt }] of pools) {
      if (running > 0 || usedAt > before) continue;
      pools.delete(key);
      pool.destroy().catch(() => undefined);
    }
  };

  const open = ({ origin, addresses }: Destination): Pinned => {
    forgetIdle();
    const pool = new Pool(origin, {
      connections: maxConnections,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: maxKeepAliveMs,
      connect: { lookup: createLookup(addresses), timeout: timeoutMs },
    });
    return { pool, running: 0, answered: 0, usedAt: 0 };
  };

  return {
    use: async (destination, work) => {
      const { origin, addresses } = destination;
      const key = [origin, ...addresses.map(({ address }) => address).toSorted()].join(' ');
      const pinned = pools.get(key) ?? open(destination);
      pools.set(key, pinned);
      pinned.running += 1;
      try {
        const result = await work({ dispatcher: pinned.pool, mayBeKept: pinned.answered > 0 });
        pinned.answered += 1;
        return result;
      } finally {
        pinned.running -= 1;
        pinned.usedAt = performance.now();
      }
    },
    close: async () => {
      await Promise.all([...pools.values()].map(({ pool }) => pool.destroy()));
      pools.clear();
    },
  };
}
