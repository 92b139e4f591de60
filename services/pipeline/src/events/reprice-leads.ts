import type { Consumer } from '@plotline/kit/broker/consume';
import type { Context } from '../context.js';
import { readPayload, textOf } from './published-event.js';

/**
 * `unit.updated` and `property.updated`: leads that are interested in a listing whose price changed are to be looked at.
 * The event is only noted: the price is asked for later, so that events may come late, twice and in any order.
 */
export function repriceLeads({ repricings, clock }: Pick<Context, 'repricings' | 'clock'>): Consumer {
  return {
    queue: 'pipeline.prices',
    bindings: ['unit.updated', 'property.updated'],
    prefetch: 4,
    handle: async (event) => {
      const { tenant, data, previous } = readPayload(event);
      if (!('price' in previous || 'pricing' in previous)) return;
      await repricings.note(tenant, [textOf(data, 'id')], event.requestId, clock());
    },
  };
}
