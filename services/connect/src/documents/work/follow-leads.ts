import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText, readTexts } from '@plotline/kit/broker/message';
import type { Context } from '../../context.js';
import { createDocumentCaller } from './change-in-background.js';

/**
 * Consumes `erasure.lead` and `lead.merged`: erases documents of deleted leads, and assigns those of merged leads to
 * the survivor. Transfer does the same with their files.
 */
export function createLeadConsumer({ documents }: Pick<Context, 'documents'>): Consumer {
  return {
    queue: 'connect.documents-of-leads',
    bindings: ['erasure.lead', 'lead.merged'],
    prefetch: 2,
    handle: async ({ name, payload, mode, requestId }) => {
      const { workspace_id: workspaceId, data } = parseEnvelope(payload);
      const tenant = { workspaceId, mode };
      if (name === 'lead.merged') {
        await documents.moveToLead(tenant, readText(data, 'merged_id'), readText(data, 'id'));
      } else {
        // A document that was created during a merge may still be of the merged lead.
        const mergedIds = 'merged_ids' in data ? readTexts(data, 'merged_ids') : [];
        const caller = createDocumentCaller(tenant, requestId);
        for (const id of [readText(data, 'lead_id'), ...mergedIds]) await documents.eraseOfLead({ caller }, id);
      }
    },
  };
}
