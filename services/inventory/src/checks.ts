import { type Check, createRebuildChecks, createReferenceCheck, findIn } from '@plotline/kit/ops/doctor/check';
import type { Rebuilds } from '@plotline/kit/ops/rebuilds/rebuild';
import type { Context } from './context.js';

/**
 * Creates all checks of this service. The pipeline service owns the deals, so it checks that each sold unit has its
 * deal.
 */
export function createChecks({ runtime, agents, leads, sandboxResets }: Context, rebuilds: Rebuilds): Check[] {
  const open = { status: { $in: ['active', 'queued'] } };
  // Ended holds of a deleted lead are kept, but without notes.
  const ofLead = { $or: [open, { notes: { $ne: null } }, { 'terms.notes': { $ne: null } }] };
  return [
    createReferenceCheck(runtime, {
      name: 'unit_property',
      collection: 'units',
      field: 'property_id',
      findExisting: findIn(runtime, 'properties'),
      nextStep: 'create the property again and move the unit to it, or delete the unit',
    }),
    createReferenceCheck(runtime, {
      name: 'milestone_property',
      collection: 'milestones',
      field: 'property_id',
      findExisting: findIn(runtime, 'properties'),
      nextStep: 'restore the property from a backup: without it, its milestones are not shown',
    }),
    createReferenceCheck(runtime, {
      name: 'unit_agent',
      collection: 'units',
      field: 'assigned_agent',
      findExisting: async (caller, ids) => (await agents.getAgents(caller, ids)).map(({ id }) => id),
      nextStep: 'assign the unit to another agent, or to none',
    }),
    createReferenceCheck(runtime, {
      name: 'hold_unit',
      collection: 'holds',
      field: 'unit_id',
      filter: open,
      findExisting: findIn(runtime, 'units'),
      nextStep: 'release the hold (POST /v1/holds/{id}/release), or restore the unit from a backup',
    }),
    createReferenceCheck(runtime, {
      name: 'hold_lead',
      collection: 'holds',
      field: 'lead_id',
      filter: ofLead,
      findExisting: async (caller, ids) => (await leads.getLeads(caller, ids)).map(({ id }) => id),
      nextStep:
        'release an open hold (POST /v1/holds/{id}/release), or restore the lead from a backup; for an ended hold with notes, publish the events of pipeline again (republish.js)',
    }),
    ...createRebuildChecks(runtime, sandboxResets.jobs, rebuilds),
  ];
}
