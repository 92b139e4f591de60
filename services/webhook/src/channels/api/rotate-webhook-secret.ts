import { ok, withVersion } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { renderSubscription } from '../../subscriptions/api/render-subscription.js';
import { replaceSecret, type Webhook } from '../model/webhook.js';
import { toWebhookJson, toWebhookSettingsJson } from './webhook-json.js';

interface Body {
  readonly secret?: string;
}

const rotatedLabel = { type: 'secret_rotated', description: 'The webhook got a new signing secret.' };

/** POST /v1/webhooks/:id/rotate-secret */
export function rotateWebhookSecret({ webhooks, secrets }: Context): Handler<Body> {
  return async (call) => {
    const { caller, body } = call;
    const id = call.path('id');
    const found = await webhooks.subscriptions.getExisting(caller, id);
    const json = await renderSubscription(webhooks, toWebhookJson, caller, found);
    const secret = body.secret ?? secrets.generate();
    const sealed = secrets.seal(secret, id);
    const toAnswer = (webhook: Webhook) =>
      withVersion(ok({ ...json, ...toWebhookSettingsJson(webhook), secret }), webhook.version);
    // Sending the current secret again changes nothing, because a repeated call must not shorten the validity of the
    // former secret.
    const isCurrent = (before: Webhook) => body.secret !== undefined && secrets.open(before.secret, id) === body.secret;
    const decide = (before: Webhook, now: Date) => (isCurrent(before) ? before : replaceSecret(before, sealed, now));
    const { answer } = await webhooks.subscriptions.change(call, id, rotatedLabel, { decide, toAnswer });
    return answer;
  };
}
