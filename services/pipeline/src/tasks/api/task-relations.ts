import type { Caller } from '@plotline/kit/core/caller';
import type { Context } from '../../context.js';
import type { Task } from '../model/task.js';

/** Values of `expand` for tasks. */
export type Relation = 'agent' | 'lead';

/** Fields by which relations are fetched. */
type RelatedTask = Pick<Task, 'lead_id' | 'assigned_agent'>;

/**
 * Fetches the given relations of tasks with one call for each relation. Resolves to a function that returns the keys to
 * add to a task's JSON. A deleted agent is null, and so is a lead that was erased meanwhile.
 */
export async function fetchRelations(
  { agents, leads }: Pick<Context, 'agents' | 'leads'>,
  caller: Caller,
  tasks: readonly RelatedTask[],
  expand: readonly Relation[] = [],
): Promise<(task: RelatedTask) => object> {
  const agentIds = expand.includes('agent') ? tasks.flatMap((task) => task.assigned_agent ?? []) : [];
  const leadIds = expand.includes('lead') ? tasks.map((task) => task.lead_id) : [];
  const [foundAgents, foundLeads] = await Promise.all([
    agents.find(caller, [...new Set(agentIds)]),
    leadIds.length === 0 ? [] : leads.getAll(caller, [...new Set(leadIds)]),
  ]);
  const agentById = new Map(foundAgents.map(({ id, name, email }) => [id, { id, name, email }]));
  const leadById = new Map(
    foundLeads.map(({ id, name, email, phone, stage }) => [id, { id, name, email, phone, stage }]),
  );
  return ({ lead_id, assigned_agent }) => ({
    ...(expand.includes('agent') && { agent: agentById.get(assigned_agent ?? '') ?? null }),
    ...(expand.includes('lead') && { lead: leadById.get(lead_id) ?? null }),
  });
}
