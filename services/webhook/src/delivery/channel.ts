import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { StoredSubscription } from '../domain/subscription.js';
import type { ChannelStores } from '../store/channel-stores.js';
import type { RecordedEvents } from '../store/events.js';
import type { Notices } from '../store/notices.js';
import { createRecordOutcomes, type TellDisabled } from '../store/record-outcomes.js';
import type { AttemptDelivery } from './attempt-delivery.js';
import { Dispatcher } from './dispatcher.js';
import type { DeliveryOptions } from './lease-term.js';

/**
 * One way in which events reach the outside: signed requests to webhooks, or the messages and digests of integrations. Channels differ
 * in how a request is built and judged; recording, retries, log and disabling are the same.
 */
export interface Channel<S extends StoredSubscription>
  extends ChannelStores<S>,
    Omit<DeliveryOptions<S>, 'subscriptions' | 'counters'> {
  /** What a subscription is called. */
  readonly noun: 'webhook' | 'integration';
  readonly dispatcher: Dispatcher<S>;
}

interface ChannelOptions<S extends StoredSubscription> {
  readonly noun: 'webhook' | 'integration';
  readonly runtime: ServiceRuntime;
  readonly stores: ChannelStores<S>;
  readonly events: RecordedEvents;
  readonly notices: Notices;
  readonly attemptDelivery: AttemptDelivery<S>;
  readonly tellDisabled: TellDisabled<S>;
}

/** Name of the worker that makes the attempts. */
const dispatcherNames = { webhook: 'deliveries', integration: 'integration deliveries' } as const;

export function createChannel<S extends StoredSubscription>({
  noun,
  runtime,
  stores,
  events,
  notices,
  attemptDelivery,
  tellDisabled,
}: ChannelOptions<S>): Channel<S> {
  const { clock, log } = runtime;
  const recordOutcomes = createRecordOutcomes({ ...stores, runtime, notices, tellDisabled });
  const options = { ...stores, events, recordOutcomes, attemptDelivery, clock, log };
  return { noun, ...options, dispatcher: new Dispatcher(dispatcherNames[noun], options) };
}
