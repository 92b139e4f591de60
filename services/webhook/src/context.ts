import type { Clock, ServiceRuntime } from '@plotline/kit/process/runtime';
import { createAddressGuard } from './delivery/address-guard.js';
import { type AttemptDelivery, createAttempt } from './delivery/attempt-delivery.js';
import { Dispatcher } from './delivery/dispatcher.js';
import { createReceiverCheck, type ReceiverFaults } from './delivery/receiver-check.js';
import { createSecrets, type Secrets } from './delivery/secrets.js';
import { createSender } from './delivery/send-attempt.js';
import { settingsJson } from './http/webhook-json.js';
import { Deliveries } from './store/deliveries.js';
import { Erasures } from './store/erasures.js';
import { Lanes } from './store/lanes.js';
import { Subscriptions } from './store/subscriptions.js';
import { Tallies } from './store/tallies.js';

/** What the handlers of this service work with; built once, overridden in tests. */
export interface Context {
  readonly runtime: ServiceRuntime;
  readonly lanes: Lanes;
  readonly tallies: Tallies;
  readonly subscriptions: Subscriptions;
  readonly deliveries: Deliveries;
  readonly erasures: Erasures;
  readonly receiverFaults: ReceiverFaults;
  readonly secrets: Secrets;
  readonly attempt: AttemptDelivery;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
}

export interface ContextOptions {
  /** Receivers may have private addresses. */
  readonly allowPrivate: boolean;
  /** What signing secrets are sealed with. */
  readonly keyMaterial: string;
}

export function createContext(runtime: ServiceRuntime, { allowPrivate, keyMaterial }: ContextOptions): Context {
  const { clock, log } = runtime;
  const lanes = new Lanes(runtime);
  const tallies = new Tallies(runtime);
  const subscriptions = new Subscriptions(runtime, lanes, tallies, settingsJson);
  const deliveries = new Deliveries(runtime, tallies);
  const erasures = new Erasures(runtime);
  const guard = createAddressGuard(allowPrivate);
  const receiverFaults = createReceiverCheck(guard);
  const secrets = createSecrets(keyMaterial);
  const attempt = createAttempt({ send: createSender({ guard, clock }), secrets, clock });
  const dispatcher = new Dispatcher({ subscriptions, deliveries, lanes, attempt, clock, log });
  return {
    runtime,
    lanes,
    tallies,
    subscriptions,
    deliveries,
    erasures,
    receiverFaults,
    secrets,
    attempt,
    dispatcher,
    clock,
  };
}
