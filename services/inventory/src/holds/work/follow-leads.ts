import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText } from '@plotline/kit/broker/message';
import { createSystemCaller } from '@plotline/kit/core/caller';
import { endHoldsOfLead } from './end-holds.js';
import { type MoveContext, moveHoldsOfLead } from './move-holds.js';

/**
 * Consumes `lead.lost`, `lead.deleted` and `lead.merged`: ends or moves the holds of the lead. Events may arrive late,
 * twice and in any order, so a loss ends only holds of earlier versions of the lead.
 */
export function createLeadConsumer(context: MoveContext): Consumer {
  return {
    queue: 'inventory.leads',
    bindings: ['lead.lost', 'lead.deleted', 'lead.merged'],
    prefetch: 4,
    handle: async ({ name, payload, mode, requestId, traceparent }) => {
      const { workspace_id: workspaceId, version, data } = parseEnvelope(payload);
      const caller = createSystemCaller({ workspaceId, mode }, 'lead events', requestId, { traceparent });
      const leadId = readText(data, 'id');
      if (name === 'lead.merged') {
        await moveHoldsOfLead(context, caller, { mergedId: readText(data, 'merged_id'), survivorId: leadId });
      } else {
        if (name === 'lead.lost' && version === undefined) throw new Error('The event has no version.');
        await endHoldsOfLead(context, caller, { leadId, version: name === 'lead.lost' ? (version ?? null) : null });
      }
    },
  };
}
