import { invalid } from '@plotline/kit/core/errors';
import { merge } from '@plotline/kit/core/json-object';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import { diff } from '@plotline/kit/store/journal/entry';
import type { Context } from '../../context.js';
import { updateSubscription } from '../../subscriptions/api/update-subscription.js';
import { editWebhook, type Webhook, type WebhookSettings } from '../model/webhook.js';
import { toWebhookJson, toWebhookSettingsJson } from './webhook-json.js';

type WebhookPatch = Partial<WebhookSettings>;

/** PUT /v1/webhooks/:id */
export function updateWebhook({ webhooks, validateUrl }: Context): InspectingHandler {
  const inspect = async ({ caller, path, body }: Call<WebhookPatch>) => {
    await webhooks.subscriptions.getExisting(caller, path('id'));
    return validateUrl(body.url);
  };
  const handle: Handler<WebhookPatch> = async (call) => {
    const details = await inspect(call);
    if (details.length > 0) throw invalid(...details);
    const edit = (before: Webhook, now: Date) => {
      const edited = editWebhook(before, merge(before, call.body), now);
      const changes = diff(toWebhookSettingsJson(before), toWebhookSettingsJson(edited));
      return Object.keys(changes).length > 0 ? edited : before;
    };
    const hasMoved = (before: Webhook, after: Webhook) => after.url !== before.url;
    return updateSubscription(webhooks, call, { edit, hasMoved, toJson: toWebhookJson });
  };
  return { handle, inspect };
}
