import { invalid } from '@plotline/kit/errors';
import { noContent, ok, withVersion } from '@plotline/kit/http/answer';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import { diff } from '@plotline/kit/journal/diff';
import { merge } from '@plotline/kit/merge';
import { noAnswer } from '@plotline/kit/mongo/change-record';
import type { Context } from '../context.js';
import { editWebhook, getEpoch, type Webhook, type WebhookSettings } from '../domain/webhook.js';
import { toWebhookSettingsJson } from '../json/webhook.js';
import { findWebhook, renderWebhook } from './read-webhooks.js';

type WebhookPatch = Partial<WebhookSettings>;

const updatedLabel = { type: 'field_update', description: 'The webhook was changed.' };

/** PUT /v1/webhooks/:id. A PUT that changes no setting writes nothing. */
export function updateWebhook(context: Context): InspectingHandler {
  const { webhooks, deliveries, queues, dispatcher, validateUrl, clock } = context;
  const inspect = async ({ caller, path, body }: Call<WebhookPatch>) => {
    await findWebhook(context, caller, path('id'));
    return validateUrl(body.url);
  };
  const handle: Handler<WebhookPatch> = async (call) => {
    const { caller, body, header } = call;
    const id = call.path('id');
    const details = await inspect(call);
    if (details.length > 0) throw invalid(...details);
    let hasMoved = false;
    const decide = (before: Webhook, now: Date) => {
      assertIfMatch(header, before);
      const edited = editWebhook(before, merge(before, body), now);
      hasMoved = edited.url !== before.url;
      const changes = diff(toWebhookSettingsJson(before), toWebhookSettingsJson(edited));
      return Object.keys(changes).length > 0 ? edited : before;
    };
    const { record: after } = await webhooks.change(call, id, updatedLabel, { decide, toAnswer: noAnswer });
    if (hasMoved) {
      await queues.markMoved(caller, id, clock());
      dispatcher.wake(caller.mode, [id]);
    }
    if (body.active === false) await deliveries.cancelAttempts(caller, id, getEpoch(after));
    return withVersion(ok(await renderWebhook(context, caller, after)), after.version);
  };
  return { handle, inspect };
}

/** DELETE /v1/webhooks/:id */
export function deleteWebhook({ webhooks, dispatcher }: Context): Handler {
  return async (call) => {
    const { caller, header, path } = call;
    await webhooks.delete(call, path('id'), (webhook) => assertIfMatch(header, webhook));
    dispatcher.wake(caller.mode);
    return noContent();
  };
}
