import { formatNote, timeStep } from '../cli/report-step.js';
import type { Component, StoreOptions } from '../supervise/component.js';
import type { Components } from '../supervise/components.js';
import { getDataLayout, type SystemOptions } from '../supervise/system-options.js';
import { canUnpackPackages } from './debian/package-root.js';
import { createMissingServersError, MISSING_RABBITMQ, MISSING_REDIS, type MissingServer } from './find-server.js';
import { startMongo } from './mongo/start-mongo.js';
import { findRabbitmq, getRabbitmqUrl, type RabbitmqOptions, startRabbitmq } from './rabbitmq/start-rabbitmq.js';
import { findRedis, startRedis } from './start-redis.js';

export type StoresOptions = Pick<SystemOptions, 'dataDirectory' | 'ports' | 'environment' | 'report' | 'signal'> &
  Pick<StoreOptions, 'onStart'> &
  Pick<RabbitmqOptions, 'virtualHosts' | 'brokerPermissions'>;

/** Stores that start in parallel. */
export interface StartingStores {
  readonly mongo: Promise<Component>;
  readonly redis: Promise<Component>;
  /** The slowest store to start, so its URL is available before it is ready. */
  readonly rabbitmq: Promise<Component>;
  readonly amqpUrl: string;
  /** Returns the broker's URL for the user of one program. */
  readonly getAmqpUrl: (user: string) => string;
}

/**
 * Finds or starts MongoDB, RabbitMQ and Redis, and adds each to `components` as soon as it is ready. If one store
 * fails, handles the promises of the others.
 * @throws Error with the servers that this machine can't provide.
 */
export async function startStores(options: StoresOptions, components: Components): Promise<StartingStores> {
  const { ports, environment, report, onStart, signal, virtualHosts = [], brokerPermissions } = options;
  const ofBroker = { virtualHosts, ...(brokerPermissions !== undefined && { brokerPermissions }) };
  requireServers(environment);
  const layout = getDataLayout(options.dataDirectory);
  const shared = {
    environment,
    report: (line: string) => report(formatNote(line)),
    logDirectory: layout.logs,
    onStart,
    signal,
  };
  const start = (title: string, work: () => Promise<Component>): Promise<Component> => {
    const started = timeStep(
      report,
      (component) => `${title}: ${removePassword(component.url)} (${component.origin})`,
      work,
    );
    started.then(
      (component) => components.add(component),
      () => undefined,
    );
    return started;
  };
  return {
    mongo: start('MongoDB', () => startMongo({ ...shared, dataDirectory: layout.mongo, port: ports.mongo })),
    rabbitmq: start('RabbitMQ', () =>
      startRabbitmq({ ...shared, dataDirectory: layout.rabbitmq, port: ports.rabbitmq, ...ofBroker }),
    ),
    redis: start('Redis', () => startRedis({ ...shared, dataDirectory: layout.redis, port: ports.redis })),
    amqpUrl: getRabbitmqUrl(environment, ports.rabbitmq),
    getAmqpUrl: (user) => getRabbitmqUrl(environment, ports.rabbitmq, user),
  };
}

/** Fetches the packages of RabbitMQ and Redis. Skips a store that is installed or whose URL is in the environment. */
export function findMissing(environment: NodeJS.ProcessEnv): MissingServer[] {
  const hasRedis = environment['REDIS_URL'] || findRedis(environment);
  const hasRabbitmq = environment['AMQP_URL'] || findRabbitmq(environment);
  return [...(hasRedis ? [] : [MISSING_REDIS]), ...(hasRabbitmq ? [] : [MISSING_RABBITMQ])];
}

function requireServers(environment: NodeJS.ProcessEnv): void {
  const missing = findMissing(environment);
  if (missing.length === 0 || canUnpackPackages(environment)) return;
  throw createMissingServersError(missing, 'Their packages can be unpacked only on Debian and Ubuntu (amd64, arm64).');
}

function removePassword(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//');
}
