import { answering } from '@plotline/kit/caller';
import { created } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import { newId } from '@plotline/kit/ids';
import type { Context } from '../context.js';
import { type SubscriptionRequest, subscribe } from '../domain/subscription.js';
import { webhookJson } from './webhook-json.js';

interface Body extends SubscriptionRequest {
  readonly secret?: string;
}

/** POST /v1/webhooks; beside that for a new secret the only answer that carries one. */
export function createWebhook({ subscriptions, assertReceiver, secrets, clock }: Context): Handler<Body> {
  return async ({ caller, body }) => {
    await assertReceiver(body.url);
    const id = newId('wh');
    const secret = body.secret ?? secrets.generate();
    const subscription = subscribe(body, id, secrets.seal(secret, id), clock());
    const answer = created({ ...webhookJson(subscription, undefined, 0), secret });
    await subscriptions.add(answering(caller, answer), subscription);
    return answer;
  };
}
