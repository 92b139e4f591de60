import { backoff } from '@plotline/kit/core/time';
import { Cluster, Redis, type RedisOptions } from 'ioredis';

/** Time after which requests stop waiting for a command. */
const commandTimeoutMs = 5_000;
const connectTimeoutMs = 2_000;
const reconnects = { baseMs: 200, capMs: 2_000 };

export interface RedisAddress {
  /**
   * URL of the server, or comma-separated URLs of one or more nodes of a cluster. User, password and TLS come from the
   * first URL.
   */
  readonly url: string;
  readonly isCluster?: boolean;
}

/** ioredis counts attempts from 1. */
const toRetryDelay = (attempt: number) => backoff({ attempt: attempt - 1, ...reconnects });

const common = {
  commandTimeout: commandTimeoutMs,
  connectTimeout: connectTimeoutMs,
  maxRetriesPerRequest: 0,
} satisfies RedisOptions;

/**
 * A server that refuses writes is a former primary that was replaced in a failover. The name now resolves to the new
 * primary.
 */
const isFormerPrimary = ({ message }: Error) => message.includes('READONLY');

function createCluster(urls: readonly string[]): Cluster {
  const nodes = urls.map((url) => new URL(url));
  const [first] = nodes;
  const isEncrypted = first?.protocol === 'rediss:';
  return new Cluster(
    nodes.map(({ hostname, port }) => ({ host: hostname, port: Number(port || 6_379) })),
    {
      enableOfflineQueue: false,
      clusterRetryStrategy: toRetryDelay,
      // Keeps the host name, because certificates are issued for names.
      dnsLookup: (name, callback) => callback(null, name),
      redisOptions: {
        ...common,
        ...(first?.username && { username: decodeURIComponent(first.username) }),
        ...(first?.password && { password: decodeURIComponent(first.password) }),
        ...(isEncrypted && { tls: {} }),
      },
    },
  );
}

/** Creates a client that reconnects by itself. While it isn't connected, commands fail immediately. */
export function createRedisClient({ url, isCluster }: RedisAddress): Redis | Cluster {
  if (isCluster) return createCluster(url.split(','));
  return new Redis(url, {
    ...common,
    enableOfflineQueue: false,
    retryStrategy: toRetryDelay,
    reconnectOnError: isFormerPrimary,
  });
}

/** Returns the connections to the servers that accept writes. */
export function listConnections(client: Redis | Cluster): readonly Redis[] {
  return client instanceof Cluster ? client.nodes('master') : [client];
}
