import type { Bundle, Trigger, ZObject } from 'zapier-platform-core';
import { toUrl } from './api.js';
import { type EventTrigger, eventGroups } from './events.js';
import { isGenuine } from './signature.js';

/** Part of a webhook that Zapier stores. */
interface Subscription {
  readonly id: string;
  readonly secret?: string;
}

type EventOf = (bundle: Bundle) => string;

interface PlotlineEvent extends Record<string, unknown> {
  readonly id: string;
}

const createSubscribe = (eventOf: EventOf) => async (z: ZObject, bundle: Bundle) => {
  const body = { url: bundle.targetUrl, events: [eventOf(bundle)] };
  const { data } = await z.request<{ data: Subscription }>({ url: toUrl(bundle, '/webhooks'), method: 'POST', body });
  return { id: data.data.id, secret: data.data.secret };
};

async function unsubscribe(z: ZObject, bundle: Bundle) {
  const id = bundle.subscribeData?.id;
  if (id === undefined) return {};
  const url = toUrl(bundle, `/webhooks/${encodeURIComponent(id)}`);
  const { status } = await z.request({ url, method: 'DELETE' });
  return { status };
}

function readSecret(subscribeData: object | undefined): string | undefined {
  const secret: unknown = subscribeData === undefined ? undefined : Reflect.get(subscribeData, 'secret');
  return typeof secret === 'string' ? secret : undefined;
}

/** Returns the event of a delivery. Returns no event if Plotline didn't sign the delivery, so no Zap starts. */
function receive(z: ZObject, bundle: Bundle): PlotlineEvent[] {
  const secret = readSecret(bundle.subscribeData);
  const { headers, content } = bundle.rawRequest ?? {};
  const isSigned = secret !== undefined && headers !== undefined && content !== undefined;
  if (isSigned && !isGenuine({ headers, content }, secret, Date.now() / 1_000)) {
    throw new z.errors.HaltedError('The request was not signed by Plotline.');
  }
  return [bundle.cleanedRequest];
}

const createList = (eventOf: EventOf) => async (z: ZObject, bundle: Bundle) => {
  const params = { types: eventOf(bundle) };
  const { data } = await z.request<{ data: PlotlineEvent[] }>({ url: toUrl(bundle, '/events/samples'), params });
  return data.data;
};

/** Builds the event that the editor shows until the workspace has a real one. */
const toSample = (event: string) => ({
  id: 'evt_01k9zq6h3m8v2x4c5b7n9p0rst',
  event,
  timestamp: '2026-03-01T09:30:00.000Z',
  workspace_id: 'ws_01k9zq6h3m8v2x4c5b7n9p0rst',
  version: 1,
  data: { id: 'lead_01k9zq6h3m8v2x4c5b7n9p0rst' },
});

const createOperation = (eventOf: EventOf, example: string) => ({
  type: 'hook' as const,
  perform: receive,
  performList: createList(eventOf),
  performSubscribe: createSubscribe(eventOf),
  performUnsubscribe: unsubscribe,
  sample: toSample(example),
  outputFields: [
    { key: 'id', label: 'Event ID', type: 'string' as const },
    { key: 'event', label: 'Event', type: 'string' as const },
    { key: 'timestamp', label: 'Time', type: 'datetime' as const },
    { key: 'data__id', label: 'Record ID', type: 'string' as const },
  ],
});

/** Creates the trigger for one event. It receives events through a webhook, which exists while the Zap is on. */
export function createEventTrigger({ key, event, noun, label, description }: EventTrigger): Trigger {
  return { key, noun, display: { label, description }, operation: createOperation(() => event, event) };
}

/** Trigger for any event or group. */
export const newEvent: Trigger = {
  key: 'new_event',
  noun: 'Event',
  display: { label: 'New Event', description: 'Triggers when any event of a group happens.' },
  operation: {
    ...createOperation(({ inputData }) => String(inputData['event'] ?? 'lead.*'), 'lead.created'),
    inputFields: [
      {
        key: 'event',
        label: 'Events',
        type: 'string',
        required: true,
        choices: [...eventGroups],
        default: 'lead.*',
        helpText: 'The events that start the Zap.',
      },
    ],
  },
};
