import { type Check, createRebuildChecks, createReferenceCheck, findIn } from '@plotline/kit/ops/doctor/check';
import type { Rebuilds } from '@plotline/kit/ops/rebuilds/rebuild';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Stores } from './stores.js';

const restored = "run pipeline's doctor, then assign the leads that it reports (lead_agent) to another agent";

/** Creates all checks of this service. Its records don't refer to records of other services. */
export function createChecks(
  runtime: ServiceRuntime,
  { sandboxResets }: Pick<Stores, 'sandboxResets'>,
  rebuilds: Rebuilds,
): Check[] {
  const check = (name: string, collection: string, field: string, named: string, nextStep: string) =>
    createReferenceCheck(runtime, { name, collection, field, findExisting: findIn(runtime, named), nextStep });
  return [
    check('agent_team', 'agents', 'team_id', 'teams', 'put the agent into another team, or into none'),
    check('team_lead', 'teams', 'lead_agent_id', 'agents', 'choose another lead of the team'),
    check('reassignment_agent', 'reassignments', 'agent_id', 'agents', restored),
    check('reassignment_assignee', 'reassignments', 'assignee_id', 'agents', restored),
    ...createRebuildChecks(runtime, sandboxResets.jobs, rebuilds),
  ];
}
