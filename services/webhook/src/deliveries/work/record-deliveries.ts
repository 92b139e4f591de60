import type { Consumer } from '@plotline/kit/broker/consume';
import { type InboundEvent, parseEnvelope } from '@plotline/kit/broker/message';
import { createBatcher } from '@plotline/kit/core/batcher';
import type { Tenant } from '@plotline/kit/core/caller';
import type { Channel, Context } from '../../context.js';
import { listGroups } from '../../events/model/event-choice.js';
import { findLeadId, findRelatedId, findResourceId } from '../../events/model/payload.js';
import { type RecordedEvent, toStoredPayload } from '../../events/model/recorded-event.js';
import { isSubscribedTo } from '../../subscriptions/model/recording-start.js';
import type { StoredSubscription, Subscription } from '../../subscriptions/model/subscription.js';
import { BulkEvents, bulkQueues, toBulkQueue } from './bulk-events.js';
import { redactLead } from './erase-lead.js';
import { planDeliveries } from './plan-deliveries.js';

/**
 * Maximum number of events that the broker delivers at the same time, of up to a megabyte each. This is more than a
 * batch, so that the events of one workspace don't use up the maximum.
 */
const prefetch = 384;
/** Maximum number of such events for each queue of workspaces that have many events at the same time. */
const bulkPrefetch = 128;
/** Maximum number of events of one workspace that are recorded together, and of bytes in their payloads. */
const maxBatch = 128;
const maxBatchBytes = 4 * 1_048_576;
/**
 * Minimum time between recordings of one workspace: after events with subscribers, and after others. A recording has a
 * fixed cost of about a dozen events. At 1,000 events a second without subscribers, about 100 delivered events wait.
 */
const [awaitedIntervalMs, intervalMs] = [50, 100];
/** Maximum number of deliveries in a batch that are planned before its events are acknowledged. */
const maxPlannedAtOnce = 1_000;

interface TenantEvent {
  readonly tenant: Tenant;
  readonly event: InboundEvent;
  /** Time of the change. */
  readonly occurredAt: Date;
  /** Bytes of the payload. */
  readonly bytes: number;
  /** Record that the event is about. */
  readonly resourceId: string | null;
  /** Another record by which the event can be found. */
  readonly relatedId: string | null;
  /** Lead whose personal data the event carries; null when it carries none. */
  readonly leadId: string | null;
}

/** Returns the fields needed to record an event. They don't keep the decoded payload in memory. */
function toTenantEvent(event: InboundEvent): TenantEvent {
  const { name, mode, payload } = event;
  const { workspace_id: workspaceId, timestamp: occurredAt, data } = parseEnvelope(payload);
  const about = {
    resourceId: findResourceId(name, data),
    relatedId: findRelatedId(name, data),
    leadId: findLeadId(name, data),
  };
  return { tenant: { workspaceId, mode }, event, occurredAt, bytes: Buffer.byteLength(payload), ...about };
}

function toRecordedEvent({ event, occurredAt, resourceId, relatedId, leadId }: TenantEvent, now: Date): RecordedEvent {
  const resource = resourceId === null ? {} : { resource_id: resourceId };
  const related = relatedId === null ? {} : { related_id: relatedId };
  const lead = leadId === null ? {} : { lead_id: leadId };
  const { id, name, payload, requestId, traceparent } = event;
  const origin = { request_id: requestId, ...(traceparent === undefined ? {} : { traceparent }) };
  const times = { created_at: now, occurred_at: occurredAt };
  return {
    id,
    version: 1,
    event: name,
    ...toStoredPayload(payload),
    ...times,
    ...origin,
    ...resource,
    ...related,
    ...lead,
  };
}

/**
 * Redacts stored data of leads whose erasure is already stored, because events of these leads may be consumed after it.
 * A later erasure redacts the data itself.
 */
async function redactErased(context: Context, tenant: Tenant, events: readonly RecordedEvent[]): Promise<void> {
  const leadIds = new Set(events.flatMap(({ lead_id }) => lead_id ?? []));
  const erased = await context.erasures.findErased(tenant, [...leadIds]);
  for (const leadId of erased) await redactLead(context, tenant, leadId);
}

interface RecordedBatch {
  readonly tenant: Tenant;
  readonly events: readonly RecordedEvent[];
  /** Request that caused the first of the events. */
  readonly requestId: string;
  /** Resolves when the events of erased leads are redacted. */
  readonly redacting: Promise<void>;
}

/**
 * Stores the deliveries of recorded events for the subscribers of a channel. If there are many, leaves the planning to
 * a queue in which workspaces take turns. The broker delivers the next events only when these events are acknowledged,
 * so the planning must not delay that.
 */
async function deliver<S extends StoredSubscription>(
  channel: Channel<S>,
  subscriptions: readonly Subscription[],
  { tenant, events, requestId, redacting }: RecordedBatch,
): Promise<void> {
  const wanted = events.filter((event) => subscriptions.some((one) => isSubscribedTo(one, event)));
  if (wanted.length * subscriptions.length <= maxPlannedAtOnce) {
    await planDeliveries(channel, tenant, wanted, subscriptions, { preparing: redacting });
    return;
  }
  await redacting;
  const subjectIds = wanted.map(({ id }) => id);
  const now = channel.clock();
  await channel.plans.enqueue(tenant, { subjectIds, requestId, since: now, resumeAt: now });
}

/**
 * Records the events of one workspace together: adds all of them to its log, and creates deliveries for those with
 * subscribers. Resolves to whether any event has subscribers.
 */
async function recordEvents(context: Context, received: readonly TenantEvent[]): Promise<boolean> {
  const [first] = received;
  if (!first) return false;
  const { tenant } = first;
  const { webhooks, integrations } = context;
  const now = context.clock();
  const events = received.map((one) => toRecordedEvent(one, now));
  const names = [...new Set(events.map(({ event }) => event))];
  const [toWebhooks, toIntegrations] = await Promise.all([
    webhooks.subscriptions.findRecording(tenant, names),
    integrations.subscriptions.findRecording(tenant, names),
    context.eventLog.append(tenant, events),
  ]);
  const redacting = redactErased(context, tenant, events);
  const batch = { tenant, events, requestId: first.event.requestId, redacting };
  await Promise.all([redacting, deliver(webhooks, toWebhooks, batch), deliver(integrations, toIntegrations, batch)]);
  return toWebhooks.length > 0 || toIntegrations.length > 0;
}

const toKey = ({ mode, workspaceId }: Tenant) => `${mode} ${workspaceId}`;

/**
 * Consumes public events. Each becomes an entry of the log, and one delivery for each webhook and integration that
 * subscribes to it. Every step can be repeated, because an event is unique by its id, and a delivery by subscription
 * and event. A queue that is marked due twice is due once. Workspaces with many events at the same time have separate
 * consumers.
 */
export function recordDeliveries(context: Context): readonly [Consumer, ...Consumer[]] {
  const record = createBatcher<TenantEvent, boolean>({
    key: ({ tenant }) => toKey(tenant),
    maxBatch,
    maxBatchBytes,
    toBytes: ({ bytes }) => bytes,
    toIntervalMs: (isAwaited = true) => (isAwaited ? awaitedIntervalMs : intervalMs),
    run: (events) => recordEvents(context, events),
  });
  const publicEvents = new Set(context.publicEvents);
  const bulkEvents = new BulkEvents(context.clock);
  return [
    {
      queue: 'webhook.events',
      bindings: listGroups(context.publicEvents),
      prefetch,
      reroute: ({ name, mode, payload }) => {
        if (!publicEvents.has(name)) return null;
        const { workspace_id: workspaceId } = parseEnvelope(payload);
        const workspace = toKey({ mode, workspaceId });
        return bulkEvents.shouldMove(workspace) ? toBulkQueue(workspace) : null;
      },
      handle: async (event) => {
        if (!publicEvents.has(event.name)) return;
        // Events are parsed before batching, so that a malformed event doesn't make its whole batch fail.
        const own = toTenantEvent(event);
        await bulkEvents.handle(toKey(own.tenant), () => record(own));
      },
    },
    ...bulkQueues.map((queue) => ({
      queue,
      bindings: [],
      prefetch: bulkPrefetch,
      handle: async (event: InboundEvent) => {
        const own = toTenantEvent(event);
        bulkEvents.keepBusy(toKey(own.tenant));
        await record(own);
      },
    })),
  ];
}
