import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText } from '@plotline/kit/broker/message';
import { type RoleContext, refreshRole } from './refresh-roles.js';

const prefetch = 20;

/**
 * Consumes the team service's `agent.access_changed`. Does the same as AccessService.AssignRole, but after the commit,
 * in case that call was lost. Reads the role from the team service, because the event doesn't contain it and may be
 * late or out of order.
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
