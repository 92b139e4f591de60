import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope } from '@plotline/kit/broker/event-envelope';
import type { InboundEvent } from '@plotline/kit/broker/message';
import type { Tenant } from '@plotline/kit/caller';
import { newId } from '@plotline/kit/ids';
import { createBatcher } from '@plotline/kit/jobs/batcher';
import type { Context } from '../context.js';
import { type Delivery, plan, shelve } from '../domain/delivery.js';
import { isPublicEvent } from '../domain/event-name.js';
import { leadIn } from '../domain/payload.js';
import { listensTo, type Subscription } from '../domain/subscription.js';
import { redactLead } from './erase-lead.js';

/** Events that are taken at once. */
const prefetch = 64;

interface ScopedEvent {
  readonly tenant: Tenant;
  readonly event: InboundEvent;
  /** The lead whose personal data the event carries. */
  readonly leadId: string | null;
}

function deliveriesOf({ event, leadId }: ScopedEvent, subscriptions: readonly Subscription[], now: Date): Delivery[] {
  const { id, name, payload } = event;
  const lead = leadId === null ? {} : { lead_id: leadId };
  return subscriptions
    .filter(({ events }) => listensTo(events, name))
    .map((subscription) => {
      const origin = { subscription_id: subscription.id, event_id: id, event: name, payload, ...lead };
      return (subscription.active ? plan : shelve)(origin, newId('dlv'), now);
    });
}

/** Events may come after their lead was erased: what was stored of it meanwhile goes again. */
async function redactErased(context: Context, tenant: Tenant, planned: readonly Delivery[]): Promise<void> {
  const leads = new Set(planned.flatMap(({ lead_id }) => lead_id ?? []));
  for (const leadId of await context.erasures.among(tenant, [...leads])) await redactLead(context, tenant, leadId);
}

/** Events of one workspace: what they are recorded as, with four writes or reads however many they are. */
async function record(context: Context, tenant: Tenant, events: readonly ScopedEvent[]): Promise<void> {
  const { subscriptions, deliveries, lanes, dispatcher, clock } = context;
  const found = await subscriptions.recording(tenant, [...new Set(events.map(({ event }) => event.name))]);
  const now = clock();
  const planned = events.flatMap((event) => deliveriesOf(event, found, now));
  if (planned.length === 0) return;
  await deliveries.add(tenant, planned);
  await redactErased(context, tenant, planned);
  const due = new Set(planned.filter(({ due_at }) => due_at).map((delivery) => delivery.subscription_id));
  if (due.size === 0) return;
  await lanes.wake(tenant, [...due], now);
  dispatcher.wake(tenant.mode);
}

/**
 * An event becomes one delivery for each subscription that asks for it. Every step bears repetition: deliveries are
 * unique by subscription and event, and waking a lane twice does nothing more.
 */
export function recordDeliveries(context: Context): Consumer {
  const take = createBatcher<ScopedEvent, void>({
    key: ({ tenant }) => `${tenant.mode} ${tenant.workspaceId}`,
    maxBatch: prefetch,
    run: async (items) => {
      const [first] = items;
      if (first) await record(context, first.tenant, items);
    },
  });
  return {
    queue: 'webhook.events',
    bindings: ['lead.*', 'property.*', 'unit.*', 'agent.*', 'deal.*', 'commission.*', 'invoice.*'],
    prefetch,
    handle: async (event) => {
      if (!isPublicEvent(event.name)) return;
      // What is no event fails here, alone.
      const { workspace_id, data } = parseEnvelope(event.payload);
      const tenant = { workspaceId: workspace_id, mode: event.mode };
      await take({ tenant, event, leadId: leadIn(event.name, data) });
    },
  };
}
