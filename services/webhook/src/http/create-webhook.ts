import { invalid } from '@plotline/kit/errors';
import { created, versioned } from '@plotline/kit/http/answer';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import { newId } from '@plotline/kit/ids';
import type { Context } from '../context.js';
import { type SubscriptionRequest, subscribe } from '../domain/subscription.js';
import { webhookJson } from './webhook-json.js';

interface Body extends SubscriptionRequest {
  readonly secret?: string;
}

/** POST /v1/webhooks; beside that for a new secret the only answer that carries one. */
export function createWebhook({ subscriptions, receiverFaults, secrets, clock }: Context): InspectingHandler {
  const inspect = ({ body }: Call<Partial<Body>>) => receiverFaults(body.url);
  const handle: Handler<Body> = async (call) => {
    const { body } = call;
    const faults = await receiverFaults(body.url);
    if (faults.length > 0) throw invalid(...faults);
    const id = newId('wh');
    const secret = body.secret ?? secrets.generate();
    const subscription = subscribe(body, id, secrets.seal(secret, id), clock());
    const answer = versioned(created({ ...webhookJson(subscription, undefined, 0), secret }), subscription.version);
    await subscriptions.add(call, subscription, answer);
    return answer;
  };
  return { handle, inspect };
}
