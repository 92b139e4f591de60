import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText } from '@plotline/kit/broker/event-envelope';
import { toLogFields } from '@plotline/kit/process/log';
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
      const { workspace_id: workspaceId, data } = parseEnvelope(event.payload);
      const tenant = { workspaceId, mode: event.mode };
      const { requestId, traceparent } = event;
      const request = { tenant, agentId: readText(data, 'agent_id'), requestId, traceparent };
      await queueReassignment(context, request);
      try {
        await reassignLeads(context, request);
      } catch (error) {
        const fields = { err: error, agent: request.agentId, ...toLogFields(event) };
        context.runtime.log.warn(fields, 'leads are left to the worker to reassign');
      }
    },
  };
}
