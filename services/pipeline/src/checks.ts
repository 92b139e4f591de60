import {
  type Check,
  createRebuildChecks,
  createReferenceCheck,
  type FindExisting,
  findIn,
} from '@plotline/kit/ops/doctor/check';
import type { Rebuilds } from '@plotline/kit/ops/rebuilds/rebuild';
import type { Context } from './context.js';
import { createMergedLeadCheck } from './merging/work/check-merged-leads.js';
import { createDealLeadCheck } from './sales/work/check-deal-lead.js';
import { createDealPapersCheck } from './sales/work/check-deal-papers.js';
import { createDealUnitCheck } from './sales/work/check-deal-unit.js';
import { createSoldUnitCheck } from './sales/work/check-sold-unit.js';

/** Creates all checks of this service. */
export function createChecks(context: Context, rebuilds: Rebuilds): Check[] {
  const { runtime, agents, sandboxResets } = context;
  const findAgents: FindExisting = async (caller, ids) => (await agents.find(caller, ids)).map(({ id }) => id);
  const ofAgent = (name: string, collection: string, nextStep: string) =>
    createReferenceCheck(runtime, {
      name,
      collection,
      field: 'assigned_agent',
      findExisting: findAgents,
      nextStep,
    });
  const ofDeal = (name: string, collection: string) =>
    createReferenceCheck(runtime, {
      name,
      collection,
      field: 'deal_id',
      findExisting: findIn(runtime, 'deals'),
      nextStep:
        'restore the deal from a backup (deploy/runbooks/backup-and-restore.md), or void the record with the customer',
    });
  return [
    createDealUnitCheck(context),
    createSoldUnitCheck(context),
    createDealPapersCheck(context),
    createDealLeadCheck(context),
    createMergedLeadCheck(context),
    ofDeal('invoice_deal', 'invoices'),
    ofDeal('commission_deal', 'commissions'),
    ofDeal('instalment_deal', 'instalments'),
    createReferenceCheck(runtime, {
      name: 'payment_invoice',
      collection: 'payments',
      field: 'invoice_id',
      findExisting: findIn(runtime, 'invoices'),
      nextStep: 'restore the invoice from a backup (deploy/runbooks/backup-and-restore.md)',
    }),
    ofAgent('lead_agent', 'leads', 'assign the lead to another agent'),
    ofAgent('task_agent', 'tasks', 'assign the task to another agent'),
    createReferenceCheck(runtime, {
      name: 'task_lead',
      collection: 'tasks',
      field: 'lead_id',
      findExisting: findIn(runtime, 'leads'),
      nextStep: 'delete the task (DELETE /v1/tasks/{id}), or restore the lead from a backup',
    }),
    createReferenceCheck(runtime, {
      name: 'deal_agent',
      collection: 'deals',
      field: 'agent_id',
      findExisting: findAgents,
      nextStep: 'invite the agent again: deals keep the id of their agent, and until then analytics shows no name',
    }),
    ...createRebuildChecks(runtime, sandboxResets.jobs, rebuilds),
  ];
}
