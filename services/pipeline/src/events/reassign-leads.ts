import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText } from '@plotline/kit/broker/event-envelope';
import { type ReassignmentParts, reassignBatch } from './reassign-batch.js';
import { finalSweepAt, nextSweepAt } from './reassignment-times.js';

/**
 * `reassignment.requested`: the leads of an agent who was deactivated go to another one. Which go to whom is asked for, not
 * taken from the event, so that events may come late, twice and in any order.
 */
export function reassignLeads(parts: ReassignmentParts): Consumer {
  const { departures, clock } = parts;
  return {
    queue: 'pipeline.reassignments',
    bindings: ['reassignment.requested'],
    prefetch: 2,
    handle: async ({ name, payload, mode, requestId }) => {
      // A queue may still have a binding from before.
      if (name !== 'reassignment.requested') return;
      const { workspace_id, data } = parseEnvelope(payload);
      const tenant = { workspaceId: workspace_id, mode };
      const agentId = readText(data, 'agent_id');
      await reassignBatch(parts, { tenant, name: 'reassignment', requestId }, agentId);
      const departure = { agent_id: agentId, request_id: requestId };
      await departures.watch(tenant, departure, nextSweepAt(clock()), finalSweepAt(clock()));
    },
  };
}
