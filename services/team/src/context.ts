import type { Clock, ServiceRuntime } from '@plotline/kit/process/runtime';
import type { PipelineClient } from './peers/pipeline.js';
import { createStores, type Stores } from './stores.js';

/** What the handlers of this service work with; built once, its peer replaced in tests. */
export interface Context extends Stores {
  readonly runtime: ServiceRuntime;
  readonly pipeline: PipelineClient;
  readonly clock: Clock;
}

export function createContext(runtime: ServiceRuntime, pipeline: PipelineClient): Context {
  return { ...createStores(runtime), runtime, pipeline, clock: runtime.clock };
}
