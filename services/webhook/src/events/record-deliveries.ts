import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope } from '@plotline/kit/broker/event-envelope';
import type { InboundEvent } from '@plotline/kit/broker/message';
import type { Tenant } from '@plotline/kit/caller';
import { createBatcher } from '@plotline/kit/jobs/batcher';
import type { Context } from '../context.js';
import { findLeadId } from '../domain/payload.js';
import { isPublicEvent } from '../domain/public-events.js';
import type { EventSummary, RecordedEvent } from '../domain/recorded-event.js';
import { isSubscribedTo } from '../domain/webhook.js';
import { planDeliveries } from '../workers/plan-deliveries.js';
import { redactEvents } from './erase-lead.js';

/** Events that the broker hands over at once. More than a batch: one workspace does not take all of them. */
const prefetch = 128;
/** Events of one workspace that are recorded together. */
const maxBatch = 64;
/** Deliveries that a batch may have to be planned before its events are acknowledged. */
const maxPlannedAtOnce = 1_000;

interface TenantEvent {
  readonly tenant: Tenant;
  readonly event: InboundEvent;
  /** The lead whose personal data the event carries; null when it carries none. */
  readonly leadId: string | null;
}

function toRecordedEvent({ event, leadId }: TenantEvent, now: Date): RecordedEvent {
  const lead = leadId === null ? {} : { lead_id: leadId };
  return { id: event.id, version: 1, event: event.name, payload: event.payload, created_at: now, ...lead };
}

/** Stores events, and redacts those of leads that were erased before: they may be consumed after the erasure. */
async function storeEvents(
  context: Context,
  tenant: Tenant,
  events: readonly RecordedEvent[],
): Promise<EventSummary[]> {
  await context.events.add(tenant, events);
  const leadIds = new Set(events.flatMap(({ lead_id }) => lead_id ?? []));
  const erased = new Set(await context.erasures.findErased(tenant, [...leadIds]));
  for (const leadId of erased) await redactEvents(context, tenant, leadId);
  return events.map(({ id, event, lead_id }) => ({
    id,
    event,
    ...(lead_id === undefined || erased.has(lead_id) ? {} : { lead_id }),
  }));
}

/**
 * Records the events of one workspace together. Where many webhooks subscribe, the planning is left to a queue in which
 * workspaces take turns: the broker hands over the next events only when these are acknowledged.
 */
async function recordEvents(context: Context, tenant: Tenant, events: readonly TenantEvent[]): Promise<void> {
  const names = new Set(events.map(({ event }) => event.name));
  const subscriptions = await context.webhooks.findRecording(tenant, [...names]);
  const wanted = events.filter(({ event }) => subscriptions.some((one) => isSubscribedTo(one, event.name)));
  const [first] = wanted;
  if (!first) return;
  const now = context.clock();
  const stored = await storeEvents(
    context,
    tenant,
    wanted.map((event) => toRecordedEvent(event, now)),
  );
  if (stored.length * subscriptions.length <= maxPlannedAtOnce) {
    await planDeliveries(context, tenant, stored, subscriptions);
  } else {
    const subjectIds = stored.map(({ id }) => id);
    await context.plans.enqueue(tenant, { subjectIds, requestId: first.event.requestId, since: now, dueAt: now });
  }
}

/**
 * Public events: each becomes one delivery for each webhook that subscribes to it. Every step can be repeated: an event is
 * unique by its id, a delivery by webhook and event, and a queue that is marked due twice is due once.
 */
export function recordDeliveries(context: Context): Consumer {
  const record = createBatcher<TenantEvent, void>({
    key: ({ tenant }) => `${tenant.mode} ${tenant.workspaceId}`,
    maxBatch,
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
