import type { Tenant } from '@plotline/kit/core/caller';
import { type CheckScope, inBatches, listChecked } from '@plotline/kit/ops/doctor/check';
import type { Context } from '../../context.js';
import type { Deal } from '../model/deal.js';

/** Number of deals of one workspace that are checked at the same time. */
export interface DealBatch {
  readonly tenant: Tenant;
  readonly deals: readonly Deal[];
}

/** Yields all deals of the scope in batches. */
export async function* eachDealBatch(
  { runtime, deals }: Pick<Context, 'runtime' | 'deals'>,
  scope: CheckScope,
): AsyncGenerator<DealBatch> {
  for (const tenant of await listChecked(runtime, deals.collectionName, scope)) {
    for await (const batch of inBatches(deals.each(tenant))) yield { tenant, deals: batch };
  }
}
