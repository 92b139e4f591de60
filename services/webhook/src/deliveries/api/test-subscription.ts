import { ok } from '@plotline/kit/core/answer';
import { conflict } from '@plotline/kit/core/errors';
import { deriveId, newId } from '@plotline/kit/core/ids';
import type { Handler } from '@plotline/kit/http/handler';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Channel } from '../../context.js';
import type { RecordedEvent } from '../../events/model/recorded-event.js';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import { createTestDelivery, type Delivery } from '../model/delivery.js';
import { toTestJson } from './delivery-json.js';

/** Creates the event that tests a subscription. */
type CreateEvent<S> = (
  subscription: S,
  workspaceId: string,
  at: { readonly id: string; readonly now: Date },
) => RecordedEvent;

/** Time during which no other test of the endpoint can run. */
interface TestTurn {
  readonly beganAt: Date;
  /** End of the test's lease, which also applies if the process crashes. */
  readonly endsAt: Date;
}

/**
 * Stores the delivery of a test before its attempt. If the process crashes during the attempt, a repeated request gets
 * the same delivery. The receiver then gets the same event twice, with the same id.
 */
async function openTest<S extends StoredSubscription>(
  { deliveries, events, clock }: Channel<S>,
  { caller, claim }: Command,
  subscription: S,
  createEvent: CreateEvent<S>,
  { beganAt, endsAt }: TestTurn,
) {
  const open = async (ids: { readonly event: string; readonly delivery: string }): Promise<Delivery> => {
    const event = createEvent(subscription, caller.workspaceId, { id: ids.event, now: clock() });
    const epoch = subscription.epoch;
    const origin = { webhook_id: subscription.id, event_id: event.id, event: event.event, epoch };
    const delivery = createTestDelivery(origin, ids.delivery, event.created_at, endsAt);
    await events.add(caller, [event]);
    await deliveries.add(caller, [delivery]);
    return delivery;
  };
  const newIds = () => ({ event: newId('evt'), delivery: newId('dlv') });
  if (!claim) return open(newIds());
  // The id has the format of a ULID, because a reset of the sandbox uses the time in the ids.
  const place = claim.id.slice(0, 26);
  const ids = { event: deriveId('evt', place, beganAt), delivery: deriveId('dlv', place, beganAt) };
  const known = await deliveries.get(caller, subscription.id, ids.delivery);
  if (known?.status === 'pending') return known;
  // A worker has already made the attempt for an earlier request with the same key.
  return open(known ? newIds() : ids);
}

const testTurnMs = 15_000;

/**
 * Runs a test under its lease. An endpoint has one test at a time, so that it gets at most ten requests at the same
 * time. A request that is repeated with its Idempotency-Key after a crash takes over the lease of the first request.
 */
async function inTurn<T, S extends StoredSubscription>(
  { noun, queues, clock }: Channel<S>,
  { caller, claim }: Command,
  id: string,
  work: (turn: TestTurn) => Promise<T>,
): Promise<T> {
  const now = clock();
  const turn = { holder: claim?.id ?? newId('req'), until: new Date(now.getTime() + testTurnMs) };
  const beganAt = await queues.beginTest(caller, id, now, turn);
  if (!beganAt) throw conflict(`Another test of the ${noun} is in progress.`, 'test_in_progress');
  let isAnswered = false;
  try {
    const result = await work({ beganAt, endsAt: turn.until });
    isAnswered = true;
    return result;
  } finally {
    await queues.endTest(caller, id, turn, isAnswered);
  }
}

/** POST /v1/webhooks/:id/test, and the same for integrations. Makes the attempt before it responds. */
export function testSubscription<S extends StoredSubscription>(
  channel: Channel<S>,
  createEvent: CreateEvent<S>,
): Handler {
  const { events, attemptDelivery, recordOutcomes } = channel;
  return async (call) => {
    const { caller, path } = call;
    const subscription = await channel.subscriptions.getExisting(caller, path('id'));
    return inTurn(channel, call, subscription.id, async (turn) => {
      const delivery = await openTest(channel, call, subscription, createEvent, turn);
      const { event_id } = delivery;
      const content = await events.get(caller, event_id);
      if (!content) throw new Error('The event of a test is not stored.');
      const { requestId, traceparent } = caller;
      const origin = { request_id: requestId, ...(traceparent && { traceparent }) };
      const event = { ...origin, tenant: caller, delivery, payload: content.payload };
      const outcome = await attemptDelivery(subscription, event);
      const answer = ok(toTestJson(delivery.id, outcome.attempt));
      await recordOutcomes(call, [{ delivery, outcome }], answer);
      return answer;
    });
  };
}
