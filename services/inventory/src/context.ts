import type { Caller } from '@plotline/kit/caller';
import type { Clock, ServiceRuntime } from '@plotline/kit/process/runtime';
import type { Unit } from './domain/unit.js';
import type { Visibility } from './domain/visibility.js';
import { toPropertyJson } from './json/property.js';
import { toUnitJson } from './json/unit.js';
import { type AgentDirectory, visibilityOf } from './peers/agent-directory.js';
import { Properties } from './store/properties.js';
import { UnitCounters } from './store/unit-counters.js';
import { Units } from './store/units.js';

/** What the handlers of this service work with; built once, overridden in tests. */
export interface Context {
  readonly runtime: ServiceRuntime;
  readonly properties: Properties;
  readonly units: Units;
  readonly agents: AgentDirectory;
  /** What the caller may view of the given units, or of all. */
  readonly visibilityOf: (caller: Caller, units?: readonly Unit[]) => Promise<Visibility>;
  readonly clock: Clock;
}

export function createContext(runtime: ServiceRuntime, agents: AgentDirectory): Context {
  const counters = new UnitCounters(runtime);
  const units = new Units(runtime, { counters, toJson: toUnitJson });
  return {
    runtime,
    properties: new Properties(runtime, { counters, units, toJson: toPropertyJson }),
    units,
    agents,
    visibilityOf: (caller, given) => visibilityOf(agents, caller, given),
    clock: runtime.clock,
  };
}
