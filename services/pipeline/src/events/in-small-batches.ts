import { type Caller, createSystemCaller, type Tenant } from '@plotline/kit/caller';
import type { Batch, DecideAt, Leads } from '../store/leads.js';

/** Small enough that a batch rarely meets another writer. */
const batchSize = 50;

/** Who changes the leads, and in whose workspace. */
export interface Upkeep {
  readonly tenant: Tenant;
  /** Named as the actor in the timeline. */
  readonly name: string;
  readonly requestId: string;
}

/** A caller for one batch or question of a piece of upkeep. */
export function upkeepCaller({ tenant, name, requestId }: Upkeep): Caller {
  return createSystemCaller(tenant, name, requestId);
}

/** Changes some of the leads that match; resolves to how many. */
export function changeOneBatch(
  leads: Pick<Leads, 'changeBatch'>,
  upkeep: Upkeep,
  matching: Omit<Batch, 'limit'>,
  decide: DecideAt,
): Promise<number> {
  return leads.changeBatch({ caller: upkeepCaller(upkeep) }, { ...matching, limit: batchSize }, decide);
}
