import { ok, selectFields, withVersion } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Channel } from '../../context.js';
import type { StoredSubscription } from '../model/subscription.js';
import { renderSubscription, type ToJson } from './render-subscription.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

/** GET /v1/webhooks/:id, GET /v1/integrations/:id */
export function getSubscription<S extends StoredSubscription>(
  channel: Channel<S>,
  toJson: ToJson<S, { readonly id: string }>,
): Handler<unknown, FieldsQuery> {
  return async ({ caller, path, query }) => {
    const subscription = await channel.subscriptions.getExisting(caller, path('id'));
    const json = await renderSubscription(channel, toJson, caller, subscription);
    return withVersion(ok(selectFields(json, query.fields)), subscription.version);
  };
}
