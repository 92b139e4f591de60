import { installMissing } from '../install-missing.js';
import { startMongo } from '../mongo/start-mongo.js';
import type { Part, StoreOptions } from '../part.js';
import { rabbitmqUrl, startRabbitmq } from '../rabbitmq/start-rabbitmq.js';
import { startRedis } from '../redis/start-redis.js';
import { note, timeStep } from '../time-step.js';
import { dataLayout } from './data-layout.js';
import type { Parts } from './parts.js';
import type { SystemOptions } from './system-options.js';

export type StoresOptions = Pick<SystemOptions, 'dataDirectory' | 'settings' | 'environment' | 'report' | 'signal'> &
  Pick<StoreOptions, 'onStart'>;

/** The stores while they are started, at the same time. */
export interface StartingStores {
  readonly mongo: Promise<Part>;
  readonly redis: Promise<Part>;
  /** The slowest, which is why its URL can be had before it serves. */
  readonly rabbitmq: Promise<Part>;
  readonly amqpUrl: string;
}

/**
 * Finds or starts MongoDB, RabbitMQ and Redis, after installing what is missing where that can be done. Each is added to
 * `parts` as soon as it serves. None of the promises is left unhandled when another fails.
 */
export async function startStores(options: StoresOptions, parts: Parts): Promise<StartingStores> {
  const { settings, environment, report, onStart, signal } = options;
  await installMissing(environment, report);
  const layout = dataLayout(options.dataDirectory);
  const shared = {
    environment,
    report: (line: string) => report(note(line)),
    logDirectory: layout.logs,
    onStart,
    signal,
  };
  const start = (title: string, work: () => Promise<Part>): Promise<Part> => {
    const started = timeStep(report, (part) => `${title}: ${withoutPassword(part.url)} (${part.origin})`, work);
    started.then(
      (part) => parts.add(part),
      () => undefined,
    );
    return started;
  };
  return {
    mongo: start('MongoDB', () => startMongo({ ...shared, dataDirectory: layout.mongo, port: settings.mongo })),
    rabbitmq: start('RabbitMQ', () =>
      startRabbitmq({ ...shared, dataDirectory: layout.rabbitmq, port: settings.rabbitmq }),
    ),
    redis: start('Redis', () => startRedis({ ...shared, dataDirectory: layout.redis, port: settings.redis })),
    amqpUrl: rabbitmqUrl(environment, settings.rabbitmq),
  };
}

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//');
}
