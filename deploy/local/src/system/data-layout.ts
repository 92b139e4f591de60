import { join } from 'node:path';

/** Where things are in a data directory (`.local`). */
export function dataLayout(dataDirectory: string) {
  return {
    mongo: join(dataDirectory, 'mongo'),
    rabbitmq: join(dataDirectory, 'rabbitmq'),
    redis: join(dataDirectory, 'redis'),
    logs: join(dataDirectory, 'logs'),
    secrets: join(dataDirectory, 'secrets.json'),
    demo: join(dataDirectory, 'demo.json'),
    runRecord: join(dataDirectory, 'run.json'),
  };
}
