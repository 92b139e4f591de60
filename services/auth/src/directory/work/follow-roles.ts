import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText } from '@plotline/kit/broker/message';
import { type RoleContext, refreshRole } from './refresh-roles.js';

const prefetch = 20;

/**
 * Consumes the team service's `agent.access_changed`. Does the same as AccessService.AssignRole after the commit, in
 * case that call was lost. Asks the team service for the role, because the event has none and may be late or out of
 * order.
 */
export function followRoles(context: RoleContext): Consumer {
  return {
    queue: 'auth.agent-access-changed',
    bindings: ['agent.access_changed'],
    prefetch,
    handle: async (event) => {
      const { workspace_id, data } = parseEnvelope(event.payload);
      if (event.mode === 'live') await refreshRole(context, workspace_id, readText(data, 'agent_id'));
    },
  };
}
