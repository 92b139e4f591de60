import { ok, versioned } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { rotateSecret as rotate, type Subscription } from '../domain/subscription.js';
import { findWebhook, showWebhook } from './show-webhook.js';
import { settingsJson } from './webhook-json.js';

interface Body {
  readonly secret?: string;
}

const note = { type: 'secret_rotated', description: 'The webhook got a new signing secret.' };

/** POST /v1/webhooks/:id/rotate-secret */
export function rotateSecret(context: Context): Handler<Body> {
  const { subscriptions, secrets, clock } = context;
  return async (call) => {
    const { caller, body } = call;
    const id = call.path('id');
    const shown = await showWebhook(context, caller, await findWebhook(context, caller, id));
    const secret = body.secret ?? secrets.generate();
    const toAnswer = (subscription: Subscription) =>
      versioned(ok({ ...shown, ...settingsJson(subscription), secret }), subscription.version);
    const sealed = secrets.seal(secret, id);
    // A call that is repeated must not end the former secret, which receivers may still have.
    const isPresent = (before: Subscription) =>
      body.secret !== undefined && secrets.open(before.secret, id) === body.secret;
    const decide = (before: Subscription) => (isPresent(before) ? before : rotate(before, sealed, clock()));
    return (await subscriptions.change(call, id, note, decide, toAnswer)).answer;
  };
}
