import { notFound } from '@plotline/kit/errors';
import { page } from '@plotline/kit/http/answer';
import { selectFields } from '@plotline/kit/http/fields';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import type { DeliveryQuery } from '../store/deliveries.js';
import { deliveryJson } from './delivery-json.js';

interface Query extends DeliveryQuery {
  readonly fields?: readonly string[];
}

/** GET /v1/webhooks/:id/deliveries */
export function listDeliveries({ subscriptions, deliveries }: Context): Handler<unknown, Query> {
  return async ({ caller, path, query }) => {
    const id = path('id');
    if (!(await subscriptions.get(caller, id))) throw notFound();
    const { records, info } = await deliveries.list(caller, id, query);
    return page(
      records.map((delivery) => selectFields(deliveryJson(delivery), query.fields)),
      info,
    );
  };
}
