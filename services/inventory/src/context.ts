import type { Caller } from '@plotline/kit/core/caller';
import type { Clock } from '@plotline/kit/core/time';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { getQuotas, type QuotaMode, type Quotas } from '@plotline/protos/plotline/auth/v1/quotas';
import { expireForRequest } from './holds/work/expire-holds.js';
import { type AgentDirectory, visibilityOf } from './peers/agent-directory.js';
import type { LeadDirectory } from './peers/lead-directory.js';
import type { MilestoneInvoicing } from './peers/milestone-invoicing.js';
import { createStores, type Stores } from './stores.js';
import type { Unit } from './units/model/unit.js';
import type { Visibility } from './units/model/visibility.js';

/** Clients of other services. */
interface Peers {
  readonly agents: AgentDirectory;
  readonly leads: LeadDirectory;
  readonly invoicing: MilestoneInvoicing;
  /** By default, quotas depend on the plan. */
  readonly quotas?: QuotaMode;
}

/** Dependencies of this service's handlers. Built once; tests override parts of it. */
export interface Context extends Stores {
  readonly runtime: ServiceRuntime;
  readonly agents: AgentDirectory;
  readonly leads: LeadDirectory;
  readonly invoicing: MilestoneInvoicing;
  /** Returns the quotas of a plan. All are unlimited if the operator has turned quotas off. */
  readonly quotasOf: (plan: string) => Quotas;
  /** Returns the visibility of the given units for the caller. Without ids, returns the visibility of all units. */
  readonly visibilityOf: (caller: Caller, units?: readonly Unit[]) => Promise<Visibility>;
  /** Ends the overdue holds on these units, before a request reads the units. */
  readonly expireHolds: (caller: Caller, unitIds: readonly string[]) => Promise<void>;
  readonly clock: Clock;
}

export function createContext(runtime: ServiceRuntime, { agents, leads, invoicing, quotas }: Peers): Context {
  const stores = createStores(runtime);
  return {
    runtime,
    ...stores,
    agents,
    leads,
    invoicing,
    quotasOf: (plan) => getQuotas(plan, quotas),
    visibilityOf: (caller, given) => visibilityOf(agents, caller, given),
    expireHolds: (caller, unitIds) => expireForRequest({ ...stores, runtime }, caller, unitIds),
    clock: runtime.clock,
  };
}
