import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText, readTexts } from '@plotline/kit/broker/message';
import type { Context } from '../../context.js';
import { createDocumentCaller } from './change-in-background.js';

/**
 * Consumes `erasure.lead` and `merging.lead`. Erases documents of deleted leads, and assigns those of merged leads to
 * the surviving lead. Transfer does the same with the files. A merge also lists earlier merges, so the events of two
 * successive merges may arrive in any order.
 */
export function createLeadConsumer({ documents }: Pick<Context, 'documents'>): Consumer {
  return {
    queue: 'connect.documents-of-leads',
    bindings: ['erasure.lead', 'merging.lead'],
    prefetch: 2,
    handle: async ({ name, payload, mode, requestId }) => {
      const { workspace_id: workspaceId, data } = parseEnvelope(payload);
      const tenant = { workspaceId, mode };
      const leadId = readText(data, 'lead_id');
      const mergedIds = readTexts(data, 'merged_ids');
      if (name === 'merging.lead') await documents.moveToLead(tenant, mergedIds, leadId);
      if (name !== 'erasure.lead') return;
      // A document that was created during a merge may still belong to the merged lead.
      const caller = createDocumentCaller(tenant, requestId);
      for (const id of [leadId, ...mergedIds]) await documents.eraseOfLead({ caller }, id);
    },
  };
}
