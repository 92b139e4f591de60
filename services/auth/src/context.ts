import type { Keyring } from '@plotline/kit/keyring';
import type { Clock, ServiceRuntime } from '@plotline/kit/process/runtime';
import { createStores, type Stores } from './stores.js';

/** What the handlers of this service work with; built once, overridden in tests. */
export interface Context extends Stores {
  readonly runtime: ServiceRuntime;
  readonly clock: Clock;
}

/** `hashKeys` key the hashes under which API keys and client secrets are stored. */
export function createContext(runtime: ServiceRuntime, hashKeys: Keyring): Context {
  return {
    runtime,
    ...createStores(runtime, hashKeys),
    clock: runtime.clock,
  };
}
