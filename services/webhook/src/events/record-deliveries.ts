import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope } from '@plotline/kit/broker/event-envelope';
import type { InboundEvent } from '@plotline/kit/broker/message';
import type { Tenant } from '@plotline/kit/caller';
import { newId } from '@plotline/kit/ids';
import { createBatcher } from '@plotline/kit/jobs/batcher';
import type { Context } from '../context.js';
import { type Delivery, recordOnly, scheduleDelivery } from '../domain/delivery.js';
import { findLeadId } from '../domain/payload.js';
import { isPublicEvent } from '../domain/public-events.js';
import { isSubscribedTo, type Webhook } from '../domain/webhook.js';
import { redactDeliveries } from './erase-lead.js';

/** Events that the broker hands over at once, and that are recorded together at most. */
const prefetch = 64;

interface TenantEvent {
  readonly tenant: Tenant;
  readonly event: InboundEvent;
  /** The lead whose personal data the event carries; null when it carries none. */
  readonly leadId: string | null;
}

/** One delivery of the event for each webhook that subscribes to it; those of disabled webhooks are not due. */
function createDeliveries({ event, leadId }: TenantEvent, webhooks: readonly Webhook[], now: Date): Delivery[] {
  const { id, name, payload } = event;
  const lead = leadId === null ? {} : { lead_id: leadId };
  return webhooks
    .filter((webhook) => isSubscribedTo(webhook, name))
    .map((webhook) => {
      const origin = { webhook_id: webhook.id, event_id: id, event: name, payload, ...lead };
      return (webhook.active ? scheduleDelivery : recordOnly)(origin, newId('dlv'), now);
    });
}

/** Redacts what was recorded of leads that were erased before: their events may be consumed after the erasure. */
async function redactErased(context: Context, tenant: Tenant, recorded: readonly Delivery[]): Promise<void> {
  const leadIds = new Set(recorded.flatMap(({ lead_id }) => lead_id ?? []));
  for (const leadId of await context.erasures.findErased(tenant, [...leadIds])) {
    await redactDeliveries(context, tenant, leadId);
  }
}

/** Records the events of one workspace together: the number of queries does not depend on the number of events. */
async function recordEvents(context: Context, tenant: Tenant, events: readonly TenantEvent[]): Promise<void> {
  const { webhooks, deliveries, queues, dispatcher, clock } = context;
  const recording = await webhooks.findRecording(tenant, [...new Set(events.map(({ event }) => event.name))]);
  const now = clock();
  const recorded = events.flatMap((event) => createDeliveries(event, recording, now));
  if (recorded.length === 0) return;
  await deliveries.add(tenant, recorded);
  await redactErased(context, tenant, recorded);
  const dueIds = new Set(recorded.filter(({ due_at }) => due_at).map(({ webhook_id }) => webhook_id));
  if (dueIds.size === 0) return;
  await queues.markDue(tenant, [...dueIds], now);
  dispatcher.wake(tenant.mode);
}

/**
 * Public events: each becomes one delivery for each webhook that subscribes to it. Every step can be repeated: a delivery
 * is unique by webhook and event, and a queue that is marked due twice is due once.
 */
export function recordDeliveries(context: Context): Consumer {
  const record = createBatcher<TenantEvent, void>({
    key: ({ tenant }) => `${tenant.mode} ${tenant.workspaceId}`,
    maxBatch: prefetch,
    run: async (events) => {
      const [first] = events;
      if (first) await recordEvents(context, first.tenant, events);
    },
  });
  return {
    queue: 'webhook.events',
    bindings: ['lead.*', 'property.*', 'unit.*', 'agent.*', 'deal.*', 'commission.*', 'invoice.*'],
    prefetch,
    handle: async (event) => {
      if (!isPublicEvent(event.name)) return;
      // Parsed here, so that a malformed event fails alone and not with its batch.
      const { workspace_id, data } = parseEnvelope(event.payload);
      const tenant = { workspaceId: workspace_id, mode: event.mode };
      await record({ tenant, event, leadId: findLeadId(event.name, data) });
    },
  };
}
