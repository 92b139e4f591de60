import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStores } from '@plotline/local/stores/start-stores';
import { Components } from '@plotline/local/supervise/components';
import { findFreePorts } from '@plotline/local/supervise/free-ports';
import { passingEnvironment } from './own-environment.js';
import { recordAnswers } from './secrets/record-answers.js';
import { setStores } from './test-stores.js';

const components = new Components();
let directory: string | undefined;

/** Before the first test: MongoDB, RabbitMQ and Redis on ports and data of their own. */
export async function mochaGlobalSetup(): Promise<void> {
  directory = await mkdtemp(join(tmpdir(), 'plotline-stores-'));
  const options = {
    dataDirectory: directory,
    ports: await findFreePorts(),
    environment: passingEnvironment(),
    report: (line: string) => process.stdout.write(`${line}\n`),
  };
  try {
    const starting = await startStores(options, components);
    const [mongo, rabbitmq, redis] = await Promise.all([starting.mongo, starting.rabbitmq, starting.redis]);
    setStores({ mongoUrl: mongo.url, amqpUrl: rabbitmq.url, redisUrl: redis.url, dataDirectory: directory });
  } catch (error) {
    await components.stop();
    throw error;
  }
  // Each test has an authorization server of its own; what it is asked for tells it from other services.
  recordAnswers(({ pathname }) => /^\/(auth|oauth)\//.test(pathname));
}

/** After the last test: nothing is left, neither processes nor data. `PLOTLINE_KEEP=1` keeps the data and the logs. */
export async function mochaGlobalTeardown(): Promise<void> {
  await components.stop();
  if (!directory) return;
  if (process.env.PLOTLINE_KEEP) process.stdout.write(`kept ${directory}\n`);
  else await rm(directory, { recursive: true, force: true });
}
