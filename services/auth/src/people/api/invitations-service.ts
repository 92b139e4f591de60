import type { RpcAdapter } from '@plotline/kit/rpc/server';
import type { InvitationsServiceServer } from '@plotline/protos/plotline/auth/v1/invitations';
import type { Context } from '../../context.js';
import { sendInvitation, waitUntilSent } from '../work/invitations.js';

/** InvitationsService: sends the invitations of agents. */
export function createInvitationsService(context: Context, rpc: RpcAdapter): InvitationsServiceServer {
  return {
    sendInvitation: rpc(async (request, call) => {
      const caller = call.caller();
      const link = await sendInvitation(context, { caller }, caller, request);
      const sentAt = link && (await waitUntilSent(context, link));
      return { sent_at: sentAt?.getTime() ?? 0 };
    }),
  };
}
