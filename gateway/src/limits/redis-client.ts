import { backoff } from '@plotline/kit/core/backoff';
import { Cluster, Redis, type RedisOptions } from 'ioredis';

/** After this nobody waits for a command any more. */
const commandTimeoutMs = 5_000;
const connectTimeoutMs = 2_000;
const reconnects = { baseMs: 200, capMs: 2_000 };

export interface RedisAddress {
  /** For a cluster: one or more of its nodes, separated by commas. User, password and TLS are taken from the first. */
  readonly url: string;
  readonly isCluster?: boolean;
}

/** ioredis counts from 1. */
const toRetryDelay = (attempt: number) => backoff({ attempt: attempt - 1, ...reconnects });

const common = {
  commandTimeout: commandTimeoutMs,
  connectTimeout: connectTimeoutMs,
  maxRetriesPerRequest: 0,
} satisfies RedisOptions;

/** A server that refuses writes was the primary before a failover: the name stands for another one by now. */
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
      // Certificates are for names.
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

/** A client whose commands fail at once while it is not connected; it connects anew by itself. */
export function createRedisClient({ url, isCluster }: RedisAddress): Redis | Cluster {
  if (isCluster) return createCluster(url.split(','));
  return new Redis(url, {
    ...common,
    enableOfflineQueue: false,
    retryStrategy: toRetryDelay,
    reconnectOnError: isFormerPrimary,
  });
}

/** The connections to those that take writes. */
export function listConnections(client: Redis | Cluster): readonly Redis[] {
  return client instanceof Cluster ? client.nodes('master') : [client];
}
