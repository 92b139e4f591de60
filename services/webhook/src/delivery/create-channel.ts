import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { StoredSubscription } from '../domain/subscription.js';
import type { ChannelStores } from '../store/channel-stores.js';
import type { RecordedEvents } from '../store/events.js';
import type { Notices } from '../store/notices.js';
import { createRecordOutcomes, type TellDisabled } from '../store/record-outcomes.js';
import type { AttemptDelivery } from './attempt-delivery.js';
import { Dispatcher } from './dispatcher.js';
import type { PayloadMemory } from './payload-memory.js';
import { traceAttempts } from './trace-attempts.js';

interface ChannelOptions<S extends StoredSubscription> {
  readonly noun: 'webhook' | 'integration';
  readonly runtime: ServiceRuntime;
  readonly stores: ChannelStores<S>;
  readonly events: RecordedEvents;
  readonly notices: Notices;
  readonly attemptDelivery: AttemptDelivery<S>;
  readonly payloadMemory: PayloadMemory;
  /** Whom the deliveries of a subscription go to, as a text to compare. */
  readonly getReceiver: (subscription: S) => string;
  readonly tellDisabled: TellDisabled<S>;
}

/** Name of the worker that makes the attempts. */
const dispatcherNames = { webhook: 'deliveries', integration: 'integration deliveries' } as const;

/** What delivers to the subscriptions of a channel. */
export function createChannel<S extends StoredSubscription>({
  noun,
  runtime,
  stores,
  events,
  notices,
  attemptDelivery,
  payloadMemory,
  getReceiver,
  tellDisabled,
}: ChannelOptions<S>) {
  const { clock, log } = runtime;
  const recordOutcomes = createRecordOutcomes({ ...stores, runtime, notices, getReceiver, tellDisabled });
  const attempt: AttemptDelivery<S> = async (subscription, event, signal) => ({
    ...(await attemptDelivery(subscription, event, signal)),
    receiver: getReceiver(subscription),
  });
  const traced = traceAttempts(noun, attempt, log);
  const options = { ...stores, events, recordOutcomes, attemptDelivery: traced, payloadMemory, clock, log };
  return { noun, ...options, dispatcher: new Dispatcher(dispatcherNames[noun], options) };
}
