import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText, readTexts } from '@plotline/kit/broker/message';
import type { Context } from '../../context.js';

/** Consumes pipeline's `erasure.lead`. Removes the emails of the lead and of leads that were merged into it. */
export function createEmailErasureConsumer({ emails }: Pick<Context, 'emails'>): Consumer {
  return {
    queue: 'connect.erased-leads',
    bindings: ['erasure.lead'],
    prefetch: 2,
    handle: async ({ payload, mode }) => {
      const { workspace_id: workspaceId, data } = parseEnvelope(payload);
      const ids = [readText(data, 'lead_id'), ...readTexts(data, 'merged_ids')];
      await emails.erase({ workspaceId, mode }, ids);
    },
  };
}
