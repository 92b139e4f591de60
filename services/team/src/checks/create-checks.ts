import type { Check } from '@plotline/kit/doctor/check';
import { createRebuildChecks } from '@plotline/kit/doctor/rebuild-checks';
import { createReferenceCheck, findIn } from '@plotline/kit/doctor/reference-check';
import type { Rebuilds } from '@plotline/kit/maintenance/rebuild';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { Stores } from '../stores.js';

/** All checks of this service. Nothing in it names a record of another service. */
export function createChecks(
  runtime: ServiceRuntime,
  { sandboxResets }: Pick<Stores, 'sandboxResets'>,
  rebuilds: Rebuilds,
): Check[] {
  const check = (name: string, collection: string, field: string, named: string) =>
    createReferenceCheck(runtime, { name, collection, field, findExisting: findIn(runtime, named) });
  return [
    check('agent_team', 'agents', 'team_id', 'teams'),
    check('team_lead', 'teams', 'lead_agent_id', 'agents'),
    check('reassignment_agent', 'reassignments', 'agent_id', 'agents'),
    check('reassignment_assignee', 'reassignments', 'assignee_id', 'agents'),
    ...createRebuildChecks(runtime, sandboxResets.jobs, rebuilds),
  ];
}
