import { created, withVersion } from '@plotline/kit/core/answer';
import { invalid } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { getSubscriptionLimit } from '../../subscriptions/model/subscription-limits.js';
import { buildWebhook, type WebhookSettings } from '../model/webhook.js';
import { toWebhookJson } from './webhook-json.js';

interface Body extends WebhookSettings {
  readonly secret?: string;
}

/** POST /v1/webhooks. Only the responses of this operation and of rotate-secret contain the secret. */
export function createWebhook(context: Context): InspectingHandler {
  const { webhooks, validateUrl, secrets, subscriptionLimits, clock } = context;
  const inspect = ({ body }: Call<Partial<Body>>) => validateUrl(body.url);
  const handle: Handler<Body> = async (call) => {
    const { body } = call;
    const details = await validateUrl(body.url);
    if (details.length > 0) throw invalid(...details);
    const id = newId('wh');
    const secret = body.secret ?? secrets.generate();
    const webhook = buildWebhook(body, id, secrets.seal(secret, id), clock());
    const answer = withVersion(created({ ...toWebhookJson(webhook, undefined, 0), secret }), webhook.version);
    const limit = getSubscriptionLimit(subscriptionLimits, call.caller.plan);
    await webhooks.subscriptions.add(call, webhook, answer, limit);
    return answer;
  };
  return { handle, inspect };
}
