import { ok, versioned } from '@plotline/kit/http/answer';
import { selectFields } from '@plotline/kit/http/fields';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { findWebhook, showWebhook } from './show-webhook.js';

interface Query {
  readonly fields?: readonly string[];
}

/** GET /v1/webhooks/:id */
export function readWebhook(context: Context): Handler<unknown, Query> {
  return async ({ caller, path, query }) => {
    const subscription = await findWebhook(context, caller, path('id'));
    const shown = await showWebhook(context, caller, subscription);
    return versioned(ok(selectFields(shown, query.fields)), subscription.version);
  };
}
