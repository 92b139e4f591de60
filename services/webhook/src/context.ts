import type { Keyring } from '@plotline/kit/keyring';
import type { SealedFields } from '@plotline/kit/mongo/sealed-fields';
import type { Clock, ServiceRuntime } from '@plotline/kit/process/runtime';
import { createAddressGuard } from './delivery/address-guard.js';
import type { AddressRanges } from './delivery/address-ranges.js';
import { type AttemptDelivery, createAttemptDelivery } from './delivery/attempt-delivery.js';
import { createPinnedConnections, createProxiedConnections } from './delivery/connections.js';
import { countAttempts } from './delivery/count-attempts.js';
import { Dispatcher } from './delivery/dispatcher.js';
import { HostSlots } from './delivery/host-slots.js';
import type { PortRanges } from './delivery/port-ranges.js';
import { attemptTimeoutMs, createSendRequest } from './delivery/send-request.js';
import { createSecrets, type Secrets } from './delivery/signing.js';
import { createValidateUrl, type ValidateUrl } from './delivery/validate-url.js';
import type { SubscriptionLimits } from './domain/subscription-limits.js';
import { createRecordOutcomes, type RecordOutcomes } from './store/record-outcomes.js';
import { createSealedSecrets } from './store/sealed-secrets.js';
import { createStores, type Stores } from './stores.js';
import { registerDeliveryMetrics } from './workers/delivery-metrics.js';

/** Requests of this process to one host, and how long one waits for its turn. */
const maxPerHost = 20;
const maxHostWaitMs = 2_000;

/** What handlers and consumers of this service use. Built once, overridden in tests. */
export interface Context extends Stores {
  readonly runtime: ServiceRuntime;
  readonly recordOutcomes: RecordOutcomes;
  readonly subscriptionLimits: SubscriptionLimits;
  readonly validateUrl: ValidateUrl;
  readonly secrets: Secrets;
  readonly sealedSecrets: SealedFields;
  readonly attemptDelivery: AttemptDelivery;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
}

export interface ContextOptions {
  /** Receivers may have private addresses. */
  readonly allowPrivate: boolean;
  /** Ranges that are never dialled. */
  readonly denied: AddressRanges;
  readonly ports: PortRanges;
  /** The proxy that requests to receivers go through; empty without one. */
  readonly proxyUrl: string;
  /** Seal the signing secrets. */
  readonly sealKeys: Keyring;
  /** How many webhooks the plans allow. */
  readonly subscriptionLimits: SubscriptionLimits;
}

export function createContext(runtime: ServiceRuntime, options: ContextOptions): Context {
  const { sealKeys, subscriptionLimits, proxyUrl, ports } = options;
  const { clock, log } = runtime;
  const stores = createStores(runtime);
  const guard = createAddressGuard({ ...options, isProxied: proxyUrl !== '' });
  const validateUrl = createValidateUrl(guard, ports);
  const sendRequest = createSendRequest({
    guard,
    connections: proxyUrl
      ? createProxiedConnections(proxyUrl, attemptTimeoutMs)
      : createPinnedConnections(attemptTimeoutMs),
    hostSlots: new HostSlots({ limit: maxPerHost, maxWaitMs: maxHostWaitMs }),
    clock,
  });
  const secrets = createSecrets(sealKeys);
  const attemptDelivery = createAttemptDelivery({
    sendRequest: countAttempts(sendRequest, runtime.metrics.registry),
    secrets,
    clock,
  });
  registerDeliveryMetrics({ ...stores, runtime });
  const recordOutcomes = createRecordOutcomes({ ...stores, runtime });
  const dispatcher = new Dispatcher({ ...stores, recordOutcomes, attemptDelivery, clock, log });
  return {
    runtime,
    ...stores,
    recordOutcomes,
    subscriptionLimits,
    validateUrl,
    secrets,
    sealedSecrets: createSealedSecrets(runtime, secrets, sealKeys),
    attemptDelivery,
    dispatcher,
    clock,
  };
}
