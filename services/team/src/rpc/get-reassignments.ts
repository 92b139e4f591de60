import type { RpcHandler } from '@plotline/kit/rpc/server';
import type {
  GetReassignmentsRequest,
  GetReassignmentsResponse,
  Reassignment as ReassignmentMessage,
} from '@plotline/protos/plotline/team/v1/reassignments';
import type { Context } from '../context.js';
import type { StoredReassignment } from '../store/reassignments.js';

function message({ agent_id, assignee_id, at, until }: StoredReassignment): ReassignmentMessage {
  return { agent_id, assignee_id: assignee_id, at, until: until ?? undefined };
}

/** ReassignmentsService.GetReassignments */
export function getReassignments({
  reassignments,
}: Context): RpcHandler<GetReassignmentsRequest, GetReassignmentsResponse> {
  return async ({ agent_id }, call) => {
    const found = await reassignments.reachableFrom(call.caller(), agent_id);
    return { reassignments: found.map(message) };
  };
}
