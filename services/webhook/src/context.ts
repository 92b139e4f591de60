import type { Clock, ServiceRuntime } from '@plotline/kit/process/runtime';
import { createAddressGuard } from './delivery/address-guard.js';
import { type AttemptDelivery, createAttemptDelivery } from './delivery/attempt-delivery.js';
import { Dispatcher } from './delivery/dispatcher.js';
import { createSendRequest } from './delivery/send-request.js';
import { createSecrets, type Secrets } from './delivery/signing.js';
import { createValidateUrl, type ValidateUrl } from './delivery/validate-url.js';
import { toWebhookSettingsJson } from './json/webhook.js';
import { Counters } from './store/counters.js';
import { Deliveries } from './store/deliveries.js';
import { EndpointQueues } from './store/endpoint-queues.js';
import { Erasures } from './store/erasures.js';
import { Webhooks } from './store/webhooks.js';

/** What handlers and consumers of this service use. Built once, overridden in tests. */
export interface Context {
  readonly runtime: ServiceRuntime;
  readonly queues: EndpointQueues;
  readonly counters: Counters;
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly erasures: Erasures;
  readonly validateUrl: ValidateUrl;
  readonly secrets: Secrets;
  readonly attemptDelivery: AttemptDelivery;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
}

export interface ContextOptions {
  /** Receivers may have private addresses. */
  readonly allowPrivate: boolean;
  /** The key that seals signing secrets is derived from this. */
  readonly keyMaterial: string;
}

export function createContext(runtime: ServiceRuntime, { allowPrivate, keyMaterial }: ContextOptions): Context {
  const { clock, log } = runtime;
  const queues = new EndpointQueues(runtime);
  const counters = new Counters(runtime);
  const webhooks = new Webhooks(runtime, { queues, counters, toSettingsJson: toWebhookSettingsJson });
  const deliveries = new Deliveries(runtime, { queues, counters });
  const erasures = new Erasures(runtime);
  const guard = createAddressGuard(allowPrivate);
  const validateUrl = createValidateUrl(guard);
  const secrets = createSecrets(keyMaterial);
  const attemptDelivery = createAttemptDelivery({ sendRequest: createSendRequest({ guard, clock }), secrets, clock });
  const dispatcher = new Dispatcher({ webhooks, deliveries, queues, attemptDelivery, clock, log });
  return {
    runtime,
    queues,
    counters,
    webhooks,
    deliveries,
    erasures,
    validateUrl,
    secrets,
    attemptDelivery,
    dispatcher,
    clock,
  };
}
