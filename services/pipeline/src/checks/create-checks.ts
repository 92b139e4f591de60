import type { Check } from '@plotline/kit/doctor/check';
import { createRebuildChecks } from '@plotline/kit/doctor/rebuild-checks';
import { createReferenceCheck, type FindExisting, findIn } from '@plotline/kit/doctor/reference-check';
import type { Rebuilds } from '@plotline/kit/maintenance/rebuild';
import type { Context } from '../context.js';
import { createDealLeadCheck } from './deal-lead.js';
import { createDealPapersCheck } from './deal-papers.js';
import { createDealUnitCheck } from './deal-unit.js';
import { createSoldUnitCheck } from './sold-unit.js';

/** All checks of this service. */
export function createChecks(context: Context, rebuilds: Rebuilds): Check[] {
  const { runtime, agents, sandboxResets } = context;
  const findAgents: FindExisting = async (caller, ids) => (await agents.find(caller, ids)).map(({ id }) => id);
  const ofAgent = (name: string, collection: string) =>
    createReferenceCheck(runtime, { name, collection, field: 'assigned_agent', findExisting: findAgents });
  const ofDeal = (name: string, collection: string) =>
    createReferenceCheck(runtime, { name, collection, field: 'deal_id', findExisting: findIn(runtime, 'deals') });
  return [
    createDealUnitCheck(context),
    createSoldUnitCheck(context),
    createDealPapersCheck(context),
    createDealLeadCheck(context),
    ofDeal('invoice_deal', 'invoices'),
    ofDeal('commission_deal', 'commissions'),
    ofAgent('lead_agent', 'leads'),
    createReferenceCheck(runtime, {
      name: 'deal_agent',
      collection: 'deals',
      field: 'agent_id',
      findExisting: findAgents,
    }),
    ...createRebuildChecks(runtime, sandboxResets.jobs, rebuilds),
  ];
}
