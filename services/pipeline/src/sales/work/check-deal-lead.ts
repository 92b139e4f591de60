import { type Check, type Inconsistency, inBatches, listChecked } from '@plotline/kit/ops/doctor/check';
import type { Context } from '../../context.js';
import type { Lead } from '../../leads/model/lead.js';
import { type DealBatch, eachDealBatch } from './each-deal.js';

async function* findUnwon({ leads }: Context, { tenant, deals }: DealBatch): AsyncGenerator<Inconsistency> {
  const live = deals.filter(({ status }) => status === 'closed');
  const found = await leads.getAll(tenant, [...new Set(live.map(({ lead_id }) => lead_id))]);
  const known = new Map(found.map((lead) => [lead.id, lead]));
  for (const { id, lead_id } of live) {
    const lead = known.get(lead_id);
    if (lead?.stage === 'won' && lead.deal_id === id) continue;
    const told = lead ? { stage: lead.stage, deal_id: lead.deal_id } : 'no such lead';
    const expected = `${lead_id} is won by the deal`;
    yield { workspace_id: tenant.workspaceId, id, field: 'lead_id', expected, found: told };
  }
}

/** Yields the won leads whose deal is not active. A lead that was moved to `won` by hand has no deal. */
async function* findWithoutDeal(
  { deals }: Context,
  { tenant, leads }: { readonly tenant: DealBatch['tenant']; readonly leads: readonly Lead[] },
): AsyncGenerator<Inconsistency> {
  const named = leads.flatMap(({ id, deal_id }) => (deal_id === null ? [] : [{ id, dealId: deal_id }]));
  const dealIds = named.map(({ dealId }) => dealId);
  const known = new Map((await deals.getMany(tenant, dealIds)).map((deal) => [deal.id, deal]));
  for (const { id, dealId } of named) {
    const deal = known.get(dealId);
    if (deal?.status === 'closed' && deal.lead_id === id) continue;
    const found = deal ? `${dealId}, which is ${deal.status}` : `${dealId}, which does not exist`;
    yield { workspace_id: tenant.workspaceId, id, field: 'deal_id', expected: 'an active deal of the lead', found };
  }
}

/** Checks that an active deal and its won lead refer to each other. */
export function createDealLeadCheck(context: Context): Check {
  return {
    name: 'deal_lead',
    nextStep:
      'ask the customer which is right, then win the lead again (POST /won), or reopen it, which cancels the deal',
    find: async function* (scope) {
      for await (const batch of eachDealBatch(context, scope)) yield* findUnwon(context, batch);
      for (const tenant of await listChecked(context.runtime, 'leads', scope)) {
        for await (const leads of inBatches(context.leads.eachWon(tenant))) {
          yield* findWithoutDeal(context, { tenant, leads });
        }
      }
    },
  };
}
