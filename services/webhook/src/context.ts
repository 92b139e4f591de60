import { DueQueue } from '@plotline/kit/jobs/due-queue';
import type { Keyring } from '@plotline/kit/keyring';
import type { Clock, ServiceRuntime } from '@plotline/kit/process/runtime';
import { createAddressGuard } from './delivery/address-guard.js';
import { type AttemptDelivery, createAttemptDelivery } from './delivery/attempt-delivery.js';
import { Dispatcher } from './delivery/dispatcher.js';
import { createSendRequest } from './delivery/send-request.js';
import { createSecrets, type Secrets } from './delivery/signing.js';
import { createValidateUrl, type ValidateUrl } from './delivery/validate-url.js';
import type { SubscriptionLimits } from './domain/subscription-limits.js';
import { toWebhookSettingsJson } from './json/webhook.js';
import { Counters } from './store/counters.js';
import { Deliveries } from './store/deliveries.js';
import { EndpointQueues } from './store/endpoint-queues.js';
import { Erasures } from './store/erasures.js';
import { RecordedEvents } from './store/events.js';
import { createRecordOutcomes, type RecordOutcomes } from './store/record-outcomes.js';
import { SealedSecrets } from './store/sealed-secrets.js';
import { Webhooks } from './store/webhooks.js';
import { WorkspaceLocks } from './store/workspace-locks.js';

/** What handlers and consumers of this service use. Built once, overridden in tests. */
export interface Context {
  readonly runtime: ServiceRuntime;
  readonly queues: EndpointQueues;
  readonly counters: Counters;
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly events: RecordedEvents;
  /** Events whose deliveries `workers/planner.ts` stores. */
  readonly plans: DueQueue;
  readonly erasures: Erasures;
  readonly recordOutcomes: RecordOutcomes;
  readonly subscriptionLimits: SubscriptionLimits;
  readonly validateUrl: ValidateUrl;
  readonly secrets: Secrets;
  readonly sealedSecrets: SealedSecrets;
  readonly attemptDelivery: AttemptDelivery;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
}

export interface ContextOptions {
  /** Receivers may have private addresses. */
  readonly allowPrivate: boolean;
  /** Seal the signing secrets. */
  readonly sealKeys: Keyring;
  /** How many webhooks the plans allow. */
  readonly subscriptionLimits: SubscriptionLimits;
}

export function createContext(runtime: ServiceRuntime, options: ContextOptions): Context {
  const { allowPrivate, sealKeys, subscriptionLimits } = options;
  const { clock, log } = runtime;
  const queues = new EndpointQueues(runtime);
  const counters = new Counters(runtime);
  const locks = new WorkspaceLocks(runtime);
  const webhooks = new Webhooks(runtime, { queues, counters, locks, toSettingsJson: toWebhookSettingsJson });
  const deliveries = new Deliveries(runtime, queues);
  const events = new RecordedEvents(runtime);
  const plans = new DueQueue(runtime, 'plans');
  const erasures = new Erasures(runtime);
  const guard = createAddressGuard(allowPrivate);
  const validateUrl = createValidateUrl(guard);
  const secrets = createSecrets(sealKeys);
  const attemptDelivery = createAttemptDelivery({ sendRequest: createSendRequest({ guard, clock }), secrets, clock });
  const recordOutcomes = createRecordOutcomes({ runtime, deliveries, counters, webhooks });
  const dispatcher = new Dispatcher({
    webhooks,
    deliveries,
    events,
    queues,
    recordOutcomes,
    attemptDelivery,
    clock,
    log,
  });
  return {
    runtime,
    queues,
    counters,
    webhooks,
    deliveries,
    events,
    plans,
    erasures,
    recordOutcomes,
    subscriptionLimits,
    validateUrl,
    secrets,
    sealedSecrets: new SealedSecrets(runtime, secrets, sealKeys),
    attemptDelivery,
    dispatcher,
    clock,
  };
}
