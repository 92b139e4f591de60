import { ok } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { showWebhook } from './show-webhook.js';

/** GET /v1/webhooks/:id */
export function readWebhook(context: Context): Handler {
  return async ({ caller, path }) => ok(await showWebhook(context, caller, path('id')));
}
