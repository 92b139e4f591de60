import type { SystemAddresses } from '@plotline/local/supervise/running-system';

/** Stores that a test run has started, and the folder with their data and logs. */
export type TestStores = Pick<SystemAddresses, 'mongoUrl' | 'amqpUrl' | 'redisUrl' | 'dataDirectory'>;

/** Sets the stores that `storeUrl` and `testStores` return. */
export function setStores(started: TestStores): void {
  process.env.PLOTLINE_TEST_DATA_DIRECTORY = started.dataDirectory;
  process.env.PLOTLINE_TEST_MONGO_URL = started.mongoUrl;
  process.env.PLOTLINE_TEST_AMQP_URL = started.amqpUrl;
  process.env.PLOTLINE_TEST_REDIS_URL = started.redisUrl;
}

/**
 * Returns the address of a real store of the test run. Throws an error if there is none, because a skipped test must
 * not count as passed.
 */
export function storeUrl(store: 'MONGO' | 'AMQP' | 'REDIS'): string {
  const name = `PLOTLINE_TEST_${store}_URL`;
  const url = process.env[name];
  if (!url) throw new Error(`${name} is not set: run the tests with npm test.`);
  return url;
}

/** Returns all stores of the test run. Throws when there are none. */
export function testStores(): TestStores {
  const dataDirectory = process.env.PLOTLINE_TEST_DATA_DIRECTORY;
  if (!dataDirectory) throw new Error('This run has started no stores: run the tests with npm test.');
  return { mongoUrl: storeUrl('MONGO'), amqpUrl: storeUrl('AMQP'), redisUrl: storeUrl('REDIS'), dataDirectory };
}
