import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { Counters } from '@plotline/kit/store/counters';
import { SubjectJobs } from '@plotline/kit/tasks/subject-jobs';
import type { Suspensions } from '@plotline/kit/tasks/suspended-workspaces';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import { type SubscriptionOptions, Subscriptions } from '../../subscriptions/store/subscriptions.js';
import { Deliveries } from './deliveries.js';
import { EndpointQueues } from './endpoint-queues.js';

/** Stores of one channel: webhooks, or integrations, with their deliveries. */
export interface ChannelStores<S extends StoredSubscription> {
  readonly subscriptions: Subscriptions<S>;
  readonly deliveries: Deliveries;
  readonly queues: EndpointQueues;
  /**
   * Counts of each subscription's deliveries, with the start of the last attempt. They are stored apart from the
   * endpoint queues, because every event updates a queue. So a transaction that counts outcomes doesn't conflict with
   * these updates.
   */
  readonly counters: Counters;
  /** Events whose deliveries `deliveries/work/planner.ts` stores. */
  readonly plans: SubjectJobs;
}

/** Names of the collections. The names for webhooks have no prefix, because they are older than integrations. */
const collectionsOf = {
  webhook: { deliveries: 'deliveries', queues: 'endpoint_queues', counters: 'counters', plans: 'plans' },
  integration: {
    deliveries: 'integration_deliveries',
    queues: 'integration_queues',
    counters: 'integration_counters',
    plans: 'integration_plans',
  },
} as const;

export function createChannelStores<S extends StoredSubscription>(
  runtime: ServiceRuntime,
  {
    suspensions,
    ...options
  }: Omit<SubscriptionOptions<S>, 'queues' | 'counters'> & { readonly suspensions: Suspensions },
): ChannelStores<S> {
  const names = collectionsOf[options.noun];
  const queues = new EndpointQueues(runtime, names.queues, suspensions);
  const counters = new Counters(runtime, { name: names.counters, shardsOf: () => 1, isOwned: true });
  return {
    subscriptions: new Subscriptions<S>(runtime, { ...options, queues, counters }),
    deliveries: new Deliveries(runtime, queues, names.deliveries),
    queues,
    counters,
    plans: new SubjectJobs(runtime, names.plans),
  };
}
