import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { RecordedEvents } from '../../events/store/events.js';
import type { Notices } from '../../notices/store/notices.js';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import type { AttemptDelivery } from '../model/attempt-delivery.js';
import type { ChannelStores } from '../store/channel-stores.js';
import type { PayloadMemory } from '../store/payload-memory.js';
import { createRecordOutcomes, type ReportDisabled } from '../store/record-outcomes.js';
import { Dispatcher } from './dispatcher.js';
import { traceAttempts } from './trace-attempts.js';

interface ChannelOptions<S extends StoredSubscription> {
  readonly noun: 'webhook' | 'integration';
  readonly runtime: ServiceRuntime;
  readonly stores: ChannelStores<S>;
  readonly events: RecordedEvents;
  readonly notices: Notices;
  readonly attemptDelivery: AttemptDelivery<S>;
  readonly payloadMemory: PayloadMemory;
  /** Returns the receiver of a subscription's deliveries, as a text for comparison. */
  readonly getReceiver: (subscription: S) => string;
  readonly reportDisabled: ReportDisabled<S>;
}

/** Name of the worker that makes the attempts. */
const dispatcherNames = { webhook: 'deliveries', integration: 'integration deliveries' } as const;

/** Creates everything that delivers to the subscriptions of a channel. */
export function createChannel<S extends StoredSubscription>({
  noun,
  runtime,
  stores,
  events,
  notices,
  attemptDelivery,
  payloadMemory,
  getReceiver,
  reportDisabled,
}: ChannelOptions<S>) {
  const { clock, log } = runtime;
  const recordOutcomes = createRecordOutcomes({ ...stores, runtime, notices, getReceiver, reportDisabled });
  const attempt: AttemptDelivery<S> = async (subscription, event, signal) => ({
    ...(await attemptDelivery(subscription, event, signal)),
    receiver: getReceiver(subscription),
  });
  const traced = traceAttempts(noun, attempt, log);
  const options = { ...stores, events, recordOutcomes, attemptDelivery: traced, payloadMemory, clock, log };
  return { noun, ...options, dispatcher: new Dispatcher(dispatcherNames[noun], options) };
}
