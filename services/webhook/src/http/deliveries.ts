import type { Tenant } from '@plotline/kit/caller';
import { conflict, invalid, notFound } from '@plotline/kit/errors';
import { type Answer, ok, page, selectFields, withVersion } from '@plotline/kit/http/answer';
import type { Call, Handler } from '@plotline/kit/http/handler';
import type { Command } from '@plotline/kit/idempotency/command';
import { newId } from '@plotline/kit/ids';
import type { ListQuery } from '@plotline/kit/mongo/list';
import type { Context } from '../context.js';
import { createTestDelivery, type Delivery, resend } from '../domain/delivery.js';
import { createTestEvent } from '../domain/recorded-event.js';
import { getEpoch, type Webhook } from '../domain/webhook.js';
import { toDeliveryJson, toWebhookTestJson } from '../json/delivery.js';
import type { DeliveryFilter } from '../store/delivery-list-plan.js';
import { findWebhook } from './read-webhooks.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

interface DeliveryQuery extends ListQuery, DeliveryFilter, FieldsQuery {
  readonly from?: string;
  readonly to?: string;
}

/** One bound of the time by either of its names. Throws VALIDATION_ERROR when both are given. */
function readBound(query: DeliveryQuery, name: 'created_after' | 'created_before', alias: 'from' | 'to') {
  if (query[name] !== undefined && query[alias] !== undefined)
    throw invalid({ field: alias, message: `cannot be combined with ${name}, which means the same` });
  const bound = query[name] ?? query[alias];
  return bound === undefined ? {} : { [name]: bound };
}

/** GET /v1/webhooks/:id/deliveries */
export function listDeliveries(context: Context): Handler<unknown, DeliveryQuery> {
  return async ({ caller, path, query }) => {
    const range = { ...readBound(query, 'created_after', 'from'), ...readBound(query, 'created_before', 'to') };
    const { id } = await findWebhook(context, caller, path('id'));
    const { records, info } = await context.deliveries.log.list(caller, id, { ...query, ...range });
    return page(
      records.map((delivery) => selectFields(toDeliveryJson(delivery), query.fields)),
      info,
    );
  };
}

/** The webhook and its delivery of the ids in the path. Rejects with NOT_FOUND when one of them is not there. */
async function findDelivery(
  { webhooks, deliveries }: Context,
  { caller, path }: Pick<Call<unknown>, 'caller' | 'path'>,
) {
  const id = path('id');
  const [webhook, delivery] = await Promise.all([
    webhooks.get(caller, id),
    deliveries.get(caller, id, path('delivery_id')),
  ]);
  if (!webhook || !delivery) throw notFound();
  return { webhook, delivery };
}

/** GET /v1/webhooks/:id/deliveries/:delivery_id */
export function getDelivery(context: Context): Handler<unknown, FieldsQuery> {
  return async (call) => {
    const { delivery } = await findDelivery(context, call);
    return withVersion(ok(selectFields(toDeliveryJson(delivery), call.query.fields)), delivery.version);
  };
}

/** POST /v1/webhooks/:id/deliveries/:delivery_id/resend */
export function resendDelivery(context: Context): Handler {
  const { deliveries, dispatcher, clock } = context;
  return async (call): Promise<Answer> => {
    const { caller } = call;
    const { webhook, delivery } = await findDelivery(context, call);
    if (!webhook.active)
      throw conflict('The webhook is not active; set its `active` to true first.', 'webhook_inactive', {
        webhook_id: webhook.id,
      });
    const due = resend(delivery, getEpoch(webhook), clock());
    if (!due) throw conflict('The delivery is being attempted already, or is about to be.', 'delivery_in_progress');
    const answer: Answer = { status: 202, body: toDeliveryJson(due) };
    await deliveries.resend(call, due, answer);
    dispatcher.wake(caller.mode, [webhook.id]);
    return answer;
  };
}

/**
 * Stores the delivery of a test before its attempt. A request that is repeated because the process crashed during the attempt
 * gets the same one: the receiver then gets the same event twice, by whose id it can tell.
 */
async function openTest({ deliveries, events, clock }: Context, { caller, claim }: Command, webhook: Webhook) {
  const open = async (ids: { readonly event: string; readonly delivery: string }): Promise<Delivery> => {
    const event = createTestEvent(webhook, caller.workspaceId, ids.event, clock());
    const origin = { webhook_id: webhook.id, event_id: event.id, event: event.event, epoch: getEpoch(webhook) };
    const delivery = createTestDelivery(origin, ids.delivery, event.created_at);
    await events.add(caller, [event]);
    await deliveries.add(caller, [delivery]);
    return delivery;
  };
  const newIds = () => ({ event: newId('evt'), delivery: newId('dlv') });
  if (!claim) return open(newIds());
  const place = claim.id.slice(0, 26);
  const ids = { event: `evt_${place}`, delivery: `dlv_${place}` };
  const known = await deliveries.get(caller, webhook.id, ids.delivery);
  if (known?.status === 'pending') return known;
  // A key that is used anew after its 24 hours finds the delivery of its former request.
  return open(known ? newIds() : ids);
}

/** The turn of a test ends then, whatever becomes of the process that makes it. */
const testTurnMs = 15_000;

/** Does a test in its turn: one at a time for an endpoint, so that it has ten requests at once at most. */
async function inTurn<T>({ queues, clock }: Context, caller: Tenant, id: string, work: () => Promise<T>): Promise<T> {
  const now = clock();
  if (!(await queues.beginTest(caller, id, now, new Date(now.getTime() + testTurnMs)))) {
    throw conflict('Another test of the webhook is under way.', 'test_in_progress');
  }
  try {
    return await work();
  } finally {
    await queues.endTest(caller, id);
  }
}

/** POST /v1/webhooks/:id/test. Makes the attempt before it answers. */
export function testWebhook(context: Context): Handler {
  const { events, attemptDelivery, recordOutcomes } = context;
  return async (call) => {
    const { caller, path } = call;
    const webhook = await findWebhook(context, caller, path('id'));
    return inTurn(context, caller, webhook.id, async () => {
      const delivery = await openTest(context, call, webhook);
      const { event_id } = delivery;
      const payload = (await events.getPayloads(caller, [event_id])).get(event_id);
      if (payload === undefined) throw new Error('The event of a test is not stored.');
      const outcome = await attemptDelivery(webhook, { event_id, payload });
      const answer = ok(toWebhookTestJson(delivery.id, outcome.attempt));
      await recordOutcomes(call, [{ delivery, outcome }], answer);
      return answer;
    });
  };
}
