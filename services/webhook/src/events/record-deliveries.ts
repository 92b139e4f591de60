import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope } from '@plotline/kit/broker/event-envelope';
import type { InboundEvent } from '@plotline/kit/broker/message';
import type { Tenant } from '@plotline/kit/caller';
import { createBatcher } from '@plotline/kit/jobs/batcher';
import type { Context } from '../context.js';
import { findLeadId, findResourceId } from '../domain/payload.js';
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
  /** The record that the event tells of. */
  readonly resourceId: string | null;
  /** The lead whose personal data the event carries; null when it carries none. */
  readonly leadId: string | null;
}

function toRecordedEvent({ event, resourceId, leadId }: TenantEvent, now: Date): RecordedEvent {
  const resource = resourceId === null ? {} : { resource_id: resourceId };
  const lead = leadId === null ? {} : { lead_id: leadId };
  return { id: event.id, version: 1, event: event.name, payload: event.payload, created_at: now, ...resource, ...lead };
}

/** Adds events to the log, and redacts those of leads that were erased before: they may be consumed after the erasure. */
async function storeEvents(
  context: Context,
  tenant: Tenant,
  events: readonly RecordedEvent[],
): Promise<EventSummary[]> {
  await context.eventLog.append(tenant, events);
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
 * Records the events of one workspace together: all of them in its log, and deliveries of those that webhooks subscribe to.
 * Where many webhooks subscribe, the planning is left to a queue in which workspaces take turns: the broker hands over the next
 * events only when these are acknowledged.
 */
async function recordEvents(context: Context, tenant: Tenant, events: readonly TenantEvent[]): Promise<void> {
  const [first] = events;
  if (!first) return;
  const now = context.clock();
  const stored = await storeEvents(
    context,
    tenant,
    events.map((event) => toRecordedEvent(event, now)),
  );
  const names = new Set(stored.map(({ event }) => event));
  const subscriptions = await context.webhooks.findRecording(tenant, [...names]);
  const wanted = stored.filter(({ event }) => subscriptions.some((one) => isSubscribedTo(one, event)));
  if (wanted.length === 0) return;
  if (wanted.length * subscriptions.length <= maxPlannedAtOnce) {
    await planDeliveries(context, tenant, wanted, subscriptions);
  } else {
    const subjectIds = wanted.map(({ id }) => id);
    await context.plans.enqueue(tenant, { subjectIds, requestId: first.event.requestId, since: now, dueAt: now });
  }
}

/**
 * Public events: each becomes an entry of the log, and one delivery for each webhook that subscribes to it. Every step can be
 * repeated: an event is unique by its id, a delivery by webhook and event, and a queue that is marked due twice is due once.
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
      const resourceId = findResourceId(event.name, data);
      await record({ tenant, event, resourceId, leadId: findLeadId(event.name, data) });
    },
  };
}
