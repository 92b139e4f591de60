import type { RpcAdapter } from '@plotline/kit/rpc/server';
import type { InvitationsServiceServer } from '@plotline/protos/plotline/auth/v1/invitations';
import { sendInvitation, waitUntilSent } from '../accounts/invitations.js';
import type { Context } from '../context.js';

/** How long a call waits for the mail server; whoever called answers a request. */
const waitMs = 1_500;

/** InvitationsService: sends the invitations of agents. */
export function createInvitationsService(context: Context, rpc: RpcAdapter): InvitationsServiceServer {
  return {
    sendInvitation: rpc(async (request, call) => {
      const caller = call.caller();
      const link = await sendInvitation(context, { caller }, caller, request);
      const sentAt = link && (await waitUntilSent(context, link, waitMs));
      return { sent_at: sentAt?.getTime() ?? 0 };
    }),
  };
}
