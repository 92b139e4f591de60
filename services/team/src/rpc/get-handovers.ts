import type { RpcHandler } from '@plotline/kit/rpc/server';
import type {
  GetHandoversRequest,
  GetHandoversResponse,
  Handover as HandoverMessage,
} from '@plotline/protos/plotline/team/v1/handovers';
import type { Context } from '../context.js';
import type { StoredHandover } from '../store/handovers.js';

function message({ agent_id, to_agent_id, at, until }: StoredHandover): HandoverMessage {
  return { agent_id, heir_id: to_agent_id, at, until: until ?? undefined };
}

/** HandoversService.GetHandovers */
export function getHandovers({ handovers }: Context): RpcHandler<GetHandoversRequest, GetHandoversResponse> {
  return async ({ agent_id }, call) => {
    const found = await handovers.reachableFrom(call.caller(), agent_id);
    return { handovers: found.map(message) };
  };
}
