import { ok } from '@plotline/kit/http/answer';
import { assertMatches } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import { diff } from '@plotline/kit/journal/diff';
import type { Context } from '../context.js';
import { amend, type SubscriptionPatch } from '../domain/subscription.js';
import { showWebhook } from './show-webhook.js';
import { settingsJson } from './webhook-json.js';

const note = { type: 'field_update', description: 'The webhook was changed.' };

/** PUT /v1/webhooks/:id */
export function updateWebhook(context: Context): Handler<SubscriptionPatch> {
  const { subscriptions, deliveries, assertReceiver, clock } = context;
  return async ({ caller, path, body, header }) => {
    const id = path('id');
    const shown = await showWebhook(context, caller, id);
    if (body.url !== undefined) await assertReceiver(body.url);
    await subscriptions.change(caller, id, note, (before) => {
      assertMatches(header, { ...shown, ...settingsJson(before) });
      const after = amend(before, body, clock());
      const isChanged = Object.keys(diff(settingsJson(before), settingsJson(after))).length > 0;
      return isChanged ? after : before;
    });
    if (body.active === false) await deliveries.unschedule(caller, id);
    return ok(await showWebhook(context, caller, id));
  };
}
