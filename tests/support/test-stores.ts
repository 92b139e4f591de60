import type { SystemAddresses } from '@plotline/local/supervise/running-system';

/** Stores that a test run has started, and the folder with their data and logs. */
export type TestStores = Pick<SystemAddresses, 'mongoUrl' | 'amqpUrl' | 'redisUrl' | 'dataDirectory'>;

let stores: TestStores | undefined;

/** Sets the stores that `storeUrl` and `testStores` return. */
export function setStores(started: TestStores): void {
  stores = started;
  process.env.PLOTLINE_TEST_MONGO_URL = started.mongoUrl;
  process.env.PLOTLINE_TEST_AMQP_URL = started.amqpUrl;
  process.env.PLOTLINE_TEST_REDIS_URL = started.redisUrl;
}

export function testStores(): TestStores {
  if (!stores) throw new Error('This run has started no stores: run the tests with npm test.');
  return stores;
}

/**
 * Returns the address of a real store of the test run. Throws when there is none, because a test must not pass by
 * skipping.
 */
export function storeUrl(store: 'MONGO' | 'AMQP' | 'REDIS'): string {
  const name = `PLOTLINE_TEST_${store}_URL`;
  const url = process.env[name];
  if (!url) throw new Error(`${name} is not set: run the tests with npm test.`);
  return url;
}
