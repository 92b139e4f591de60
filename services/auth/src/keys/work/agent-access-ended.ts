import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readField, readText } from '@plotline/kit/broker/event-envelope';
import { createSystemCaller } from '@plotline/kit/core/caller';
import type { Context } from '../../context.js';
import { endAgentAccess } from './end-agent-access.js';

const prefetch = 4;

/** `agent.access_ended` of the team service: does what the call that followed the commit does, unless it has. */
export function endAccessOfAgents(context: Context): Consumer {
  return {
    queue: 'auth.agent-access-ended',
    bindings: ['agent.access_ended'],
    prefetch,
    handle: async (event) => {
      const { workspace_id, data } = parseEnvelope(event.payload);
      const tenant = { workspaceId: workspace_id, mode: event.mode };
      if (tenant.mode === 'sandbox') return;
      const version = data['agent_version'];
      if (typeof version !== 'number') throw new Error("The event's agent_version is no number.");
      const agent = {
        agentId: readText(data, 'agent_id'),
        agentVersion: version,
        name: readText(data, 'name'),
        revokesKeys: readField(data, 'revoke_keys') === true,
      };
      const by = readText(data, 'by');
      const system = createSystemCaller(tenant, 'deactivation', event.id, { traceparent: event.traceparent });
      const caller = { ...system, actor: { ...system.actor, name: by } };
      await endAgentAccess(context, { caller }, agent);
    },
  };
}
