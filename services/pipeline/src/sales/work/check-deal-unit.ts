import { Problem } from '@plotline/kit/core/errors';
import { type Check, type CheckScope, createDoctorCaller, type Inconsistency } from '@plotline/kit/ops/doctor/check';
import type { Context } from '../../context.js';
import { type DealBatch, eachDealBatch } from './each-deal.js';

async function* findUnsold({ listings }: Context, { tenant, deals }: DealBatch): AsyncGenerator<Inconsistency> {
  const live = deals.filter(({ status, unit_id }) => status === 'closed' && unit_id !== null);
  const unitIds = live.flatMap(({ unit_id }) => unit_id ?? []);
  const found = await listings.find(createDoctorCaller(tenant), [...new Set(unitIds)]);
  const units = new Map(found.map((unit) => [unit.id, unit]));
  for (const { id, unit_id } of live) {
    const unit = units.get(unit_id ?? '');
    if (unit?.deal_id === id && unit.status === 'sold') continue;
    const told = unit ? `${unit.status}${unit.deal_id === undefined ? '' : ` by ${unit.deal_id}`}` : 'no such unit';
    const expected = `${unit_id} is sold by the deal`;
    yield { workspace_id: tenant.workspaceId, id, field: 'unit_id', expected, found: told };
  }
}

/** Sells the units to their deals again. A unit that is still for sale hasn't been sold in another way. */
async function sellAgain(
  { deals, units }: Context,
  { mode }: CheckScope,
  found: readonly Inconsistency[],
): Promise<void> {
  for (const { workspace_id: workspaceId, id } of found) {
    const tenant = { workspaceId, mode };
    const deal = await deals.get(tenant, id);
    if (deal?.status !== 'closed' || deal.unit_id === null) continue;
    const buyer = { id, leadId: deal.lead_id, beganAt: deal.closed_at };
    await units.sell(createDoctorCaller(tenant), deal.unit_id, buyer).catch((error: unknown) => {
      // If the unit is missing or was sold in another way, a person must decide.
      if (!(error instanceof Problem) || !['CONFLICT', 'NOT_FOUND'].includes(error.code)) throw error;
    });
  }
}

/**
 * Checks that the unit of each active deal is sold to it. The unit may not be sold if inventory was restored from an
 * older backup.
 */
export function createDealUnitCheck(context: Context): Check {
  return {
    name: 'deal_unit',
    nextStep:
      'ask the customer who has bought the unit, then reopen the lead with the wrong deal and win it with another unit',
    find: async function* (scope) {
      for await (const batch of eachDealBatch(context, scope)) yield* findUnsold(context, batch);
    },
    repair: (scope, found) => sellAgain(context, scope, found),
  };
}
