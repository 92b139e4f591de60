import type { Caller } from '@plotline/kit/core/caller';
import { invalid } from '@plotline/kit/core/errors';
import type { RpcAdapter } from '@plotline/kit/rpc/server';
import type { DealCopy, LeadCopiesServiceServer, LeadCopy } from '@plotline/protos/plotline/pipeline/v1/lead_copies';
import type { Context } from '../../context.js';
import type { Lead } from '../../leads/model/lead.js';
import type { Deal } from '../model/deal.js';

const maxIds = 100;
const maxDeals = 20;

function toDealCopy({ id, property_id, unit_id, agent_id, value, currency, status, closed_at }: Deal): DealCopy {
  return {
    ...{ id, property_id, value, currency, status },
    unit_id: unit_id ?? undefined,
    agent_id: agent_id ?? undefined,
    closed_at: closed_at.getTime(),
  };
}

function toLeadCopy(lead: Lead, deals: readonly Deal[]): LeadCopy {
  const { id, name, email, source, stage, score, tags, budget } = lead;
  return {
    ...{ id, name, email, source, stage, score },
    phone: lead.phone ?? undefined,
    assigned_agent: lead.assigned_agent ?? undefined,
    budget_min: budget?.min ?? undefined,
    budget_max: budget?.max ?? undefined,
    budget_currency: budget?.currency ?? undefined,
    timeline: lead.timeline ?? undefined,
    notes: lead.notes ?? undefined,
    tags: [...tags],
    deals: deals.map(toDealCopy),
  };
}

/** Creates LeadCopiesService. The service that connects other companies calls it to read the leads that it sends. */
export function createLeadCopiesService({ leads, deals }: Context, rpc: RpcAdapter): LeadCopiesServiceServer {
  const newest = { sort: 'created_at', order: 'desc', page: 1, per_page: maxDeals } as const;
  async function listDeals(caller: Caller, lead_id: string): Promise<readonly Deal[]> {
    return (await deals.list(caller, { ...newest, lead_id })).records;
  }
  return {
    getLeadCopies: rpc(async ({ ids }, call) => {
      if (ids.length > maxIds) throw invalid({ field: 'ids', message: `must have at most ${maxIds} ids` });
      const caller = call.caller();
      const found = await leads.getAll(caller, ids);
      return {
        leads: await Promise.all(found.map(async (lead) => toLeadCopy(lead, await listDeals(caller, lead.id)))),
      };
    }),
    listLeadIds: rpc(async ({ cursor, limit }, call) => {
      if (limit < 1 || limit > maxIds) throw invalid({ field: 'limit', message: `must be from 1 to ${maxIds}` });
      const query = { sort: 'created_at', order: 'asc', page: 1, per_page: limit, cursor } as const;
      const { records, info } = await leads.list(call.caller(), query, ['id']);
      return { ids: records.map(({ id }) => id), next_cursor: info.nextCursor ?? '', total: info.total };
    }),
  };
}
