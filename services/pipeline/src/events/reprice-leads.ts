import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText } from '@plotline/kit/broker/event-envelope';
import type { Context } from '../context.js';

/**
 * `unit.updated` and `property.updated`: leads that are interested in a listing whose price changed are to be looked at.
 * The event is only noted: the price is asked for later, so that events may come late, twice and in any order.
 */
export function repriceLeads({ repricings, clock }: Pick<Context, 'repricings' | 'clock'>): Consumer {
  return {
    queue: 'pipeline.prices',
    bindings: ['unit.updated', 'property.updated'],
    prefetch: 4,
    handle: async ({ payload, mode, requestId }) => {
      const { workspace_id, data, previous } = parseEnvelope(payload);
      if (!('price' in previous || 'pricing' in previous)) return;
      await repricings.note({ workspaceId: workspace_id, mode }, [readText(data, 'id')], requestId, clock());
    },
  };
}
