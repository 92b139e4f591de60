import type { Consumer } from '@plotline/kit/broker/consume';
import type { Context } from '../context.js';
import { assignLead } from '../domain/lead-patch.js';
import { changeInBatches } from './in-small-batches.js';
import { readPayload, textOf } from './published-event.js';

/**
 * `handover.requested`: the leads of an agent who was deactivated go to another one. Leads that were assigned after the
 * event stay, so that its repetition takes nothing from an agent who has come back meanwhile.
 */
export function handOverLeads({ leads, clock }: Pick<Context, 'leads' | 'clock'>): Consumer {
  return {
    queue: 'pipeline.handovers',
    bindings: ['handover.requested'],
    prefetch: 2,
    handle: async (event) => {
      const { scope, timestamp, data } = readPayload(event);
      const from = textOf(data, 'agent_id');
      const to = textOf(data, 'to_agent_id');
      if (from === to) return;
      await changeInBatches(
        leads,
        { scope, name: 'handover', requestId: event.requestId },
        { filter: { assigned_agent: from, assigned_at: { $lte: timestamp } }, hint: 'assigned_agent' },
        (lead) => assignLead(lead, to, clock()),
      );
    },
  };
}
