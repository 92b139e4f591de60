import { type Check, createRebuildChecks, createReferenceCheck, findIn } from '@plotline/kit/ops/doctor/check';
import type { Rebuilds } from '@plotline/kit/ops/rebuilds/rebuild';
import type { Context } from './context.js';

/**
 * Creates all checks of this service. The pipeline service has the deals, so it checks that each sold unit has its
 * deal.
 */
export function createChecks({ runtime, agents, sandboxResets }: Context, rebuilds: Rebuilds): Check[] {
  return [
    createReferenceCheck(runtime, {
      name: 'unit_property',
      collection: 'units',
      field: 'property_id',
      findExisting: findIn(runtime, 'properties'),
      nextStep: 'create the property again and move the unit to it, or delete the unit',
    }),
    createReferenceCheck(runtime, {
      name: 'unit_agent',
      collection: 'units',
      field: 'assigned_agent',
      findExisting: async (caller, ids) => (await agents.getAgents(caller, ids)).map(({ id }) => id),
      nextStep: 'assign the unit to another agent, or to none',
    }),
    ...createRebuildChecks(runtime, sandboxResets.jobs, rebuilds),
  ];
}
