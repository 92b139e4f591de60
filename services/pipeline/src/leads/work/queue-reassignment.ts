import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText } from '@plotline/kit/broker/message';
import { toLogFields } from '@plotline/kit/telemetry/log';
import { queueReassignment, type ReassignmentContext, reassignLeads } from './lead-reassignment.js';

/**
 * Consumes `reassignment.requested`: reassigns the leads of a deactivated agent. Reads the assignee from team instead
 * of the event, so that events may arrive late, twice and in any order. Queues the agent before leads move, so that the
 * worker completes the job after any later failure.
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
        context.runtime.log.warn(fields, 'lead reassignment deferred');
      }
    },
  };
}
