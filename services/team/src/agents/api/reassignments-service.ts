import type { RpcAdapter } from '@plotline/kit/rpc/server';
import type { Reassignment, ReassignmentsServiceServer } from '@plotline/protos/plotline/team/v1/reassignments';
import type { Context } from '../../context.js';
import type { StoredReassignment } from '../store/reassignments.js';

function toReassignmentMessage({ agent_id, assignee_id, at, until }: StoredReassignment): Reassignment {
  return { agent_id, assignee_id, at, until: until ?? undefined };
}

/** Creates ReassignmentsService, which returns the agents who get the leads of deactivated agents. */
export function createReassignmentsService({ reassignments }: Context, rpc: RpcAdapter): ReassignmentsServiceServer {
  return {
    getReassignments: rpc(async ({ agent_id }, call) => {
      const found = await reassignments.findReachable(call.caller(), agent_id);
      return { reassignments: found.map(toReassignmentMessage) };
    }),
  };
}
