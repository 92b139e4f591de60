import type { ServiceRuntime } from '../../service/runtime.js';
import type { Service } from '../../service/service.js';
import type { ResetOptions, SandboxResets } from '../sandbox/sandbox-resets.js';
import { createMaintenanceWorker } from './maintenance-worker.js';
import type { Rebuilds } from './rebuild.js';

export interface MaintenanceOptions extends ResetOptions {
  readonly resets: SandboxResets;
  /** Rebuilds by the name that the command `rebuild.js` takes. */
  readonly rebuilds?: Rebuilds;
}

/**
 * Adds a sandbox reset and rebuilds to a service: their worker, the consumer of `sandbox.reset`, and a filter in each
 * consumer for events from before a reset.
 */
export function withMaintenance(
  runtime: ServiceRuntime,
  { resets, rebuilds = {}, ...resetOptions }: MaintenanceOptions,
  service: Service,
): Service {
  const { consumers = [], workers = [] } = service;
  const reset = resets.createRun(runtime, resetOptions);
  return {
    ...service,
    consumers: [...consumers.map((consumer) => resets.ignoreReset(consumer)), resets.createConsumer(runtime.name)],
    workers: [...workers, createMaintenanceWorker(runtime, resets.jobs, { reset, rebuilds })],
  };
}
