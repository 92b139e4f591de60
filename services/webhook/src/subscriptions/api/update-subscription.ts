import { type Answer, ok, withVersion } from '@plotline/kit/core/answer';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call } from '@plotline/kit/http/handler';
import { noAnswer } from '@plotline/kit/store/records/change-record';
import type { Channel } from '../../context.js';
import type { StoredSubscription } from '../model/subscription.js';
import { renderSubscription, type ToJson } from './render-subscription.js';

/** Change that a PUT makes to a subscription. */
export interface Edit<S> {
  /** Must be pure. Returns the subscription itself when nothing changes. */
  readonly edit: (before: S, now: Date) => S;
  /** Returns whether the receiver has changed, so that due deliveries are tried immediately. */
  readonly hasMoved: (before: S, after: S) => boolean;
  readonly toJson: ToJson<S, { readonly id: string }>;
}

/** Changes a subscription. Writes nothing when no setting changes. */
export async function updateSubscription<S extends StoredSubscription>(
  channel: Channel<S>,
  call: Call<{ readonly active?: boolean }>,
  { edit, hasMoved, toJson }: Edit<S>,
): Promise<Answer> {
  const { noun, subscriptions, queues, deliveries, dispatcher, clock } = channel;
  const { caller, body, header } = call;
  const id = call.path('id');
  let isMoved = false;
  const decide = (before: S, now: Date) => {
    assertIfMatch(header, before);
    const after = edit(before, now);
    isMoved = hasMoved(before, after);
    return after;
  };
  const label = { type: 'field_update', description: `The ${noun} was changed.` };
  const { record: after } = await subscriptions.change(call, id, label, { decide, toAnswer: noAnswer });
  if (isMoved) {
    await queues.markMoved(caller, id, clock());
    dispatcher.wake(caller.mode, [id]);
  }
  if (body.active === false) await deliveries.cancelAttempts(caller, id, after.epoch);
  return withVersion(ok(await renderSubscription(channel, toJson, caller, after)), after.version);
}
