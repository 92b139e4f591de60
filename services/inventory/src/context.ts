import type { Caller } from '@plotline/kit/core/caller';
import type { Clock } from '@plotline/kit/core/time';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Unit } from './domain/unit.js';
import type { Visibility } from './domain/visibility.js';
import { type AgentDirectory, visibilityOf } from './peers/agent-directory.js';
import { createStores, type Stores } from './stores.js';

/** What the handlers of this service work with; built once, overridden in tests. */
export interface Context extends Stores {
  readonly runtime: ServiceRuntime;
  readonly agents: AgentDirectory;
  /** What the caller may view of the given units, or of all. */
  readonly visibilityOf: (caller: Caller, units?: readonly Unit[]) => Promise<Visibility>;
  readonly clock: Clock;
}

export function createContext(runtime: ServiceRuntime, agents: AgentDirectory): Context {
  return {
    runtime,
    ...createStores(runtime),
    agents,
    visibilityOf: (caller, given) => visibilityOf(agents, caller, given),
    clock: runtime.clock,
  };
}
