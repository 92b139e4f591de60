import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStores } from '@plotline/local/stores/start-stores';
import { Components } from '@plotline/local/supervise/components';
import { findFreePorts } from '@plotline/local/supervise/free-ports';
import { passingEnvironment } from './own-environment.js';
import { stopOnSignal } from './stop-on-signal.js';
import type { TestStores } from './test-stores.js';

export interface StartedStores {
  readonly stores: TestStores;
  stop(): Promise<void>;
}

/**
 * Starts MongoDB, RabbitMQ and Redis with their own ports and data. `stop` removes all processes and data.
 * `PLOTLINE_KEEP=1` keeps the data and the logs. `virtualHosts` are additional virtual hosts on the broker. If
 * `mongoUrl` is given, uses that MongoDB instead of starting one.
 */
export async function startTestStores(virtualHosts: readonly string[] = [], mongoUrl?: string): Promise<StartedStores> {
  const components = new Components();
  const directory = await mkdtemp(join(tmpdir(), 'plotline-stores-'));
  const report = (line: string): void => void process.stdout.write(`${line}\n`);
  async function stop(): Promise<void> {
    await components.stop();
    if (process.env.PLOTLINE_KEEP) report(`kept ${directory}`);
    else await rm(directory, { recursive: true, force: true });
  }
  stopOnSignal(stop);
  try {
    const starting = await startStores(
      {
        dataDirectory: directory,
        ports: await findFreePorts(),
        environment: { ...passingEnvironment(), ...(mongoUrl !== undefined && { MONGO_URL: mongoUrl }) },
        report,
        virtualHosts,
      },
      components,
    );
    const [mongo, rabbitmq, redis] = await Promise.all([starting.mongo, starting.rabbitmq, starting.redis]);
    const stores = { mongoUrl: mongo.url, amqpUrl: rabbitmq.url, redisUrl: redis.url, dataDirectory: directory };
    return { stores, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
