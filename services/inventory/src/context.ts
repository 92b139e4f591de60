import type { Caller } from '@plotline/kit/caller';
import type { Clock, ServiceRuntime } from '@plotline/kit/process/runtime';
import type { Sight } from './domain/sight.js';
import type { Unit } from './domain/unit.js';
import { propertyJson } from './http/property-json.js';
import { unitJson } from './http/unit-json.js';
import type { AgentDirectory } from './peers/agent-directory.js';
import { sightOf } from './peers/sight-of.js';
import { Properties } from './store/properties.js';
import { UnitTallies } from './store/unit-tallies.js';
import { Units } from './store/units.js';

/** What the handlers of this service work with; built once, overridden in tests. */
export interface Context {
  readonly runtime: ServiceRuntime;
  readonly properties: Properties;
  readonly units: Units;
  readonly agents: AgentDirectory;
  /** Which of the units given, or of all, the caller may see. */
  readonly sightOf: (caller: Caller, units?: readonly Unit[]) => Promise<Sight>;
  readonly clock: Clock;
}

export function createContext(runtime: ServiceRuntime, agents: AgentDirectory): Context {
  const tallies = new UnitTallies(runtime);
  const units = new Units(runtime, { tallies, render: unitJson });
  return {
    runtime,
    properties: new Properties(runtime, { tallies, units, render: propertyJson }),
    units,
    agents,
    sightOf: (caller, given) => sightOf(agents, caller, given),
    clock: runtime.clock,
  };
}
