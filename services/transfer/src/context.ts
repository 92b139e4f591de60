import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { createStores, type Stores } from './stores.js';

/** What the handlers of this service work with; built once, overridden in tests. */
export interface Context extends Stores {
  readonly runtime: ServiceRuntime;
}

export function createContext(runtime: ServiceRuntime): Context {
  return { ...createStores(runtime), runtime };
}
