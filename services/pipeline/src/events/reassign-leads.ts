import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText } from '@plotline/kit/broker/event-envelope';
import { queueReassignment, type ReassignmentContext, reassignLeads } from '../workers/lead-reassignment.js';

/**
 * `reassignment.requested`: reassigns the leads of a deactivated agent. The assignee is read from team and not from the
 * event, so that events may come late, twice and in any order. The agent is queued before leads move: whatever fails after
 * that is left to the worker.
 */
export function createReassignmentConsumer(context: ReassignmentContext): Consumer {
  return {
    queue: 'pipeline.reassignments',
    bindings: ['reassignment.requested'],
    prefetch: 2,
    handle: async (event) => {
      // A durable queue may have further bindings of an earlier version.
      if (event.name !== 'reassignment.requested') return;
      const { workspace_id: workspaceId, data } = parseEnvelope(event.payload);
      const tenant = { workspaceId, mode: event.mode };
      const request = { tenant, agentId: readText(data, 'agent_id'), requestId: event.requestId };
      await queueReassignment(context, request);
      try {
        await reassignLeads(context, request);
      } catch (error) {
        context.runtime.log.warn({ err: error, agent: request.agentId }, 'leads are left to the worker to reassign');
      }
    },
  };
}
