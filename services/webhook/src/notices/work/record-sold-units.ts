import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope } from '@plotline/kit/broker/message';
import type { Context } from '../../context.js';
import { reportSoldUnit } from '../model/sold-notice.js';

/**
 * Consumes `unit.sold`: creates a notice for the unit's agent. Creates none in the sandbox, whose agents have no
 * accounts.
 */
export function recordSoldUnits({ noticeWriter, clock }: Pick<Context, 'noticeWriter' | 'clock'>): Consumer {
  return {
    queue: 'webhook.sold-units',
    bindings: ['unit.sold'],
    prefetch: 16,
    handle: async ({ payload, mode, agentId }) => {
      if (mode === 'sandbox') return;
      const envelope = parseEnvelope(payload);
      const now = clock();
      const notice = reportSoldUnit(envelope, agentId, now);
      if (notice) await noticeWriter.add({ workspaceId: envelope.workspace_id, mode }, notice, now);
    },
  };
}
