import type { Caller } from '@plotline/kit/core/caller';
import type { Clock } from '@plotline/kit/core/time';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { type AgentDirectory, visibilityOf } from './peers/agent-directory.js';
import { createStores, type Stores } from './stores.js';
import type { Unit } from './units/model/unit.js';
import type { Visibility } from './units/model/visibility.js';

/** Dependencies of this service's handlers. Built once; tests override parts. */
export interface Context extends Stores {
  readonly runtime: ServiceRuntime;
  readonly agents: AgentDirectory;
  /** Returns which of the given units the caller may view; without units, which of all. */
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
