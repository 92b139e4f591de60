import type { RunningSystem, SystemAddresses } from '@plotline/local/supervise/running-system';
import type { TestStores } from './test-stores.js';

/** Variables that describe the system or stores that the runner has started for the suites of a tier. */
const systemVariable = 'PLOTLINE_TEST_SYSTEM_ADDRESSES';
const storesVariable = 'PLOTLINE_TEST_STORES';

/** Returns the environment that describes a system, or stores alone. */
export function describeStarted(started: { readonly system: SystemAddresses } | { readonly stores: TestStores }) {
  return 'system' in started
    ? { [systemVariable]: JSON.stringify(started.system) }
    : { [storesVariable]: JSON.stringify(started.stores) };
}

async function refuse(): Promise<never> {
  throw new Error('Other suites use this system: a test that takes parts of it down belongs to the nightly tier.');
}

/** Returns the runner's system. Undefined if there is none. The suite can't stop the system or parts of it. */
export function readGivenSystem(): RunningSystem | undefined {
  const text = process.env[systemVariable];
  if (!text) return undefined;
  const addresses: SystemAddresses = JSON.parse(text);
  return {
    ...addresses,
    processIds: () => [],
    kill: refuse,
    hold: refuse,
    release: refuse,
    restart: refuse,
    whenReady: refuse,
    develop: refuse,
    migrate: refuse,
    startInstance: refuse,
    stop: async () => undefined,
  };
}

/** Returns the runner's stores. Undefined if there are none. */
export function readGivenStores(): TestStores | undefined {
  const text = process.env[storesVariable];
  return text ? JSON.parse(text) : undefined;
}
