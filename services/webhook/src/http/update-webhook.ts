import { invalid } from '@plotline/kit/errors';
import { ok, versioned } from '@plotline/kit/http/answer';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import { diff } from '@plotline/kit/journal/diff';
import { merge } from '@plotline/kit/merge';
import { noAnswer } from '@plotline/kit/mongo/change-record';
import type { Context } from '../context.js';
import { amend, type Subscription, type SubscriptionPatch } from '../domain/subscription.js';
import { findWebhook, showWebhook } from './show-webhook.js';
import { settingsJson } from './webhook-json.js';

const note = { type: 'field_update', description: 'The webhook was changed.' };

/** PUT /v1/webhooks/:id */
export function updateWebhook(context: Context): InspectingHandler {
  const { subscriptions, deliveries, receiverFaults, clock } = context;
  const inspect = async ({ caller, path, body }: Call<SubscriptionPatch>) => {
    await findWebhook(context, caller, path('id'));
    return receiverFaults(body.url);
  };
  const handle: Handler<SubscriptionPatch> = async (call) => {
    const { caller, body, header } = call;
    const id = call.path('id');
    const faults = await inspect(call);
    if (faults.length > 0) throw invalid(...faults);
    const decide = (before: Subscription) => {
      assertIfMatch(header, before);
      const amended = amend(merge(before, body), clock());
      const isChanged = Object.keys(diff(settingsJson(before), settingsJson(amended))).length > 0;
      return isChanged ? amended : before;
    };
    const { record: after } = await subscriptions.change(call, id, note, decide, noAnswer);
    if (body.active === false) await deliveries.unschedule(caller, id);
    return versioned(ok(await showWebhook(context, caller, after)), after.version);
  };
  return { handle, inspect };
}
