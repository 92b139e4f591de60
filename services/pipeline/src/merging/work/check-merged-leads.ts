import type { Tenant } from '@plotline/kit/core/caller';
import { type Check, type Inconsistency, inBatches, listChecked } from '@plotline/kit/ops/doctor/check';
import type { Context } from '../../context.js';
import type { Lead } from '../../leads/model/lead.js';

/** Finds records that still belong to a merged lead. Returns each with the id of that lead. */
async function findLeftovers(context: Context, tenant: Tenant, mergedIds: readonly string[]) {
  const { leads, tasks, deals, invoices, runtime } = context;
  const [ofLeads, ofTasks, ofDeals, ofInvoices, timelines] = await Promise.all([
    leads.getAll(tenant, mergedIds),
    tasks.findOfLeads(tenant, mergedIds),
    deals.findOfLeads(tenant, mergedIds),
    invoices.findOfLeads(tenant, mergedIds),
    runtime.journal.findSubjects(tenant, mergedIds),
  ]);
  return [
    ...ofLeads.map(({ id }) => ({ id, field: 'id', leadId: id })),
    ...[...ofTasks, ...ofDeals, ...ofInvoices].map(({ id, lead_id }) => ({ id, field: 'lead_id', leadId: lead_id })),
    ...timelines.map((id) => ({ id, field: 'timeline', leadId: id })),
  ];
}

async function* findOrphans(
  context: Context,
  tenant: Tenant,
  survivors: readonly Lead[],
): AsyncGenerator<Inconsistency> {
  const survivorOf = new Map(
    survivors.flatMap(({ id, merged_leads = [] }) => merged_leads.map((merged) => [merged.id, id] as const)),
  );
  for (const { id, field, leadId } of await findLeftovers(context, tenant, [...survivorOf.keys()])) {
    const expected = `part of the lead ${survivorOf.get(leadId)}`;
    yield { workspace_id: tenant.workspaceId, id, field, expected, found: leadId };
  }
}

/** Checks that all records of a merged lead now belong to the survivor. */
export function createMergedLeadCheck(context: Context): Check {
  return {
    name: 'merged_lead',
    nextStep:
      'restore the records of that time from a backup (deploy/runbooks/backup-and-restore.md), or ask the customer and delete the record',
    find: async function* (scope) {
      for (const tenant of await listChecked(context.runtime, 'leads', scope)) {
        for await (const survivors of inBatches(context.leads.merged.eachSurvivor(tenant))) {
          yield* findOrphans(context, tenant, survivors);
        }
      }
    },
  };
}
