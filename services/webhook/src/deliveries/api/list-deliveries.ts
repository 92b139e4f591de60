import { page, selectFields } from '@plotline/kit/core/answer';
import { invalid } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { ListQuery } from '@plotline/kit/store/lists/list';
import type { Channel } from '../../context.js';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import type { DeliveryFilter } from '../store/delivery-list-plan.js';
import { toDeliveryJson } from './delivery-json.js';

interface DeliveryQuery extends ListQuery, DeliveryFilter {
  readonly from?: string;
  readonly to?: string;
  readonly fields?: readonly string[];
}

/**
 * Reads one bound of the creation time, which has two names in the query. Throws VALIDATION_ERROR when both are given.
 */
function readBound(query: DeliveryQuery, name: 'created_after' | 'created_before', alias: 'from' | 'to') {
  if (query[name] !== undefined && query[alias] !== undefined)
    throw invalid({ field: alias, message: `cannot be combined with ${name}, which means the same` });
  const bound = query[name] ?? query[alias];
  return bound === undefined ? {} : { [name]: bound };
}

/** GET /v1/webhooks/:id/deliveries, and the same for integrations */
export function listDeliveries<S extends StoredSubscription>(channel: Channel<S>): Handler<unknown, DeliveryQuery> {
  return async ({ caller, path, query }) => {
    const range = { ...readBound(query, 'created_after', 'from'), ...readBound(query, 'created_before', 'to') };
    const { id } = await channel.subscriptions.getExisting(caller, path('id'));
    const { records, info } = await channel.deliveries.log.list(caller, id, { ...query, ...range });
    return page(
      records.map((delivery) => selectFields(toDeliveryJson(delivery), query.fields)),
      info,
    );
  };
}
