import { rm } from 'node:fs/promises';
import { clearMongo } from '../mongo/clear-mongo.js';
import { dataLayout } from './data-layout.js';

/**
 * Removes all data of a data directory whose system is down; logs stay.
 * @throws Error when a server of the environment holds the data, which is not the launcher's to delete.
 */
export async function clearData(dataDirectory: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const given = ['MONGO_URL', 'AMQP_URL', 'REDIS_URL'].filter((variable) => environment[variable]);
  if (given.length > 0) {
    throw new Error(
      `--fresh empties only what the launcher itself keeps, but ${given.join(', ')} names a server: empty it there.`,
    );
  }
  const layout = dataLayout(dataDirectory);
  await clearMongo(layout.mongo);
  for (const path of [layout.rabbitmq, layout.redis, layout.demo, layout.secrets]) {
    await rm(path, { recursive: true, force: true });
  }
}
