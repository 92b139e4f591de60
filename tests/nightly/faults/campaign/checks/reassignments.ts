import { isAcknowledged, isRefused, type Operation } from '../history/operation.js';
import { listCreations, listFieldWrites, selectLastWrites } from '../history/record-writes.js';
import type { Snapshot } from '../snapshot/snapshot.js';
import { show, type Violation } from './violation.js';

/**
 * Returns the assignees of each agent's leads: those from acknowledged deactivations, and those that unacknowledged
 * deactivations may have chosen.
 */
function listAssignees(operations: readonly Operation[]) {
  const certain = new Map<string, Set<string>>();
  const possible = new Map<string, Set<string>>();
  for (const operation of operations) {
    for (const effect of operation.effects) {
      if (effect.kind !== 'deactivation' || effect.assigneeId === null || isRefused(operation)) continue;
      const to = isAcknowledged(operation) ? certain : possible;
      to.set(effect.agentId, (to.get(effect.agentId) ?? new Set()).add(effect.assigneeId));
    }
  }
  return { certain, possible };
}

/** Checks that every lead belongs to the agent that a client assigned, or to that agent's assignee. */
export function checkReassignments(operations: readonly Operation[], snapshot: Snapshot): Violation[] {
  const { certain, possible } = listAssignees(operations);
  const creations = listCreations(operations);
  return snapshot.leads.flatMap((lead) => {
    const creation = creations.find(({ effect }) => effect.resource === 'lead' && effect.name === lead.name);
    const writes = listFieldWrites(operations, 'lead', lead.id, creation).get('assigned_agent') ?? [];
    if (writes.length === 0) return [];
    const allowed = selectLastWrites(writes).flatMap(({ value }) => {
      const agent = String(value);
      const sure = certain.get(agent);
      if (sure) return [...sure, ...(possible.get(agent) ?? [])];
      return [value, ...(possible.get(agent) ?? [])];
    });
    if (allowed.includes(lead.assigned_agent)) return [];
    const message = `lead ${lead.id} is with ${show(lead.assigned_agent)}, not with ${show(allowed)}`;
    return [
      { rule: 'reassignments', tenant: snapshot.tenant, message, ...(creation && { operation: creation.operation }) },
    ];
  });
}
