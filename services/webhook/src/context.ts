import type { Keyring } from '@plotline/kit/keyring';
import type { SealedFields } from '@plotline/kit/mongo/sealed-fields';
import type { Clock, ServiceRuntime } from '@plotline/kit/process/runtime';
import { createAddressGuard } from './delivery/address-guard.js';
import { type AttemptDelivery, createAttemptDelivery } from './delivery/attempt-delivery.js';
import { Dispatcher } from './delivery/dispatcher.js';
import { createSendRequest } from './delivery/send-request.js';
import { createSecrets, type Secrets } from './delivery/signing.js';
import { createValidateUrl, type ValidateUrl } from './delivery/validate-url.js';
import type { SubscriptionLimits } from './domain/subscription-limits.js';
import { createRecordOutcomes, type RecordOutcomes } from './store/record-outcomes.js';
import { createSealedSecrets } from './store/sealed-secrets.js';
import { createStores, type Stores } from './stores.js';

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
  /** Seal the signing secrets. */
  readonly sealKeys: Keyring;
  /** How many webhooks the plans allow. */
  readonly subscriptionLimits: SubscriptionLimits;
}

export function createContext(runtime: ServiceRuntime, options: ContextOptions): Context {
  const { allowPrivate, sealKeys, subscriptionLimits } = options;
  const { clock, log } = runtime;
  const stores = createStores(runtime);
  const guard = createAddressGuard(allowPrivate);
  const validateUrl = createValidateUrl(guard);
  const secrets = createSecrets(sealKeys);
  const attemptDelivery = createAttemptDelivery({ sendRequest: createSendRequest({ guard, clock }), secrets, clock });
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
