import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText } from '@plotline/kit/broker/event-envelope';
import { createSystemCaller } from '@plotline/kit/core/caller';
import type { Context } from '../../context.js';
import { sendInvitation } from './invitations.js';

const prefetch = 20;

function readVersion(value: unknown): number {
  if (typeof value !== 'number') throw new Error("The event's agent_version is no number.");
  return value;
}

/** `agent.invited` of the team service: sends the invitation, unless the call that followed the commit has. */
export function sendInvitations(context: Context): Consumer {
  return {
    queue: 'auth.agent-invited',
    bindings: ['agent.invited'],
    prefetch,
    handle: async (event) => {
      const { workspace_id, data } = parseEnvelope(event.payload);
      const tenant = { workspaceId: workspace_id, mode: event.mode };
      const invited = {
        agent_id: readText(data, 'agent_id'),
        agent_version: readVersion(data['agent_version']),
        email: readText(data, 'email'),
        name: readText(data, 'name'),
      };
      if (tenant.mode === 'sandbox') return;
      const caller = createSystemCaller(tenant, 'invitation', event.id, { traceparent: event.traceparent });
      await sendInvitation(context, { caller }, tenant, invited);
    },
  };
}
