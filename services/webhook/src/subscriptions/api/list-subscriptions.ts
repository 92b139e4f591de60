import { page, selectFields } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Channel } from '../../context.js';
import type { StoredSubscription } from '../model/subscription.js';
import type { SubscriptionQuery } from '../store/subscriptions.js';
import { renderSubscriptions, type ToJson } from './render-subscription.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

/** GET /v1/webhooks, GET /v1/integrations */
export function listSubscriptions<S extends StoredSubscription>(
  channel: Channel<S>,
  toJson: ToJson<S, { readonly id: string }>,
  summaryFields: readonly string[],
): Handler<unknown, SubscriptionQuery & FieldsQuery> {
  return async ({ caller, query }) => {
    const { records, info } = await channel.subscriptions.list(caller, query);
    const rendered = await renderSubscriptions(channel, toJson, caller, records);
    return page(
      rendered.map((one) => selectFields(one, query.fields ?? summaryFields)),
      info,
    );
  };
}
