import type { Clock, Foundation } from '@plotline/kit/foundation';
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
  readonly foundation: Foundation;
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

export function createContext(foundation: Foundation, { allowPrivate, keyMaterial }: ContextOptions): Context {
  const { clock, log } = foundation;
  const lanes = new Lanes(foundation);
  const tallies = new Tallies(foundation);
  const subscriptions = new Subscriptions(foundation, lanes, tallies, settingsJson);
  const deliveries = new Deliveries(foundation, tallies);
  const erasures = new Erasures(foundation);
  const guard = createAddressGuard(allowPrivate);
  const receiverFaults = createReceiverCheck(guard);
  const secrets = createSecrets(keyMaterial);
  const attempt = createAttempt({ send: createSender({ guard, clock }), secrets, clock });
  const dispatcher = new Dispatcher({ subscriptions, deliveries, lanes, attempt, clock, log });
  return {
    foundation,
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
