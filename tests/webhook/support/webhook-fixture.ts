import { type Receiver, startReceiver } from '../../support/receiver.js';
import { Subscriber } from './subscriber.js';
import { startWebhookService, type WebhookService } from './webhook-service.js';

/** The service of a suite, and the receiver and subscriber of the current test. */
export interface WebhookFixture {
  readonly service: WebhookService;
  readonly receiver: Receiver;
  readonly subscriber: Subscriber;
}

function assertStarted<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('The fixture is available in hooks and tests only.');
  return part;
}

export interface FixtureOptions {
  /** Webhooks may have private addresses; true unless given. */
  readonly allowPrivate?: boolean;
  /** Each test gets a service of its own. */
  readonly servicePerTest?: boolean;
}

/** Registers hooks that start a service for the suite, and a receiver and a subscriber for each test. */
export function useWebhookFixture({ allowPrivate, servicePerTest = false }: FixtureOptions = {}): WebhookFixture {
  let service: WebhookService | undefined;
  let receiver: Receiver | undefined;
  let subscriber: Subscriber | undefined;
  const start = async () => {
    service = await startWebhookService(allowPrivate);
  };
  const stop = () => service?.stop();
  (servicePerTest ? beforeEach : before)(start);
  beforeEach(async () => {
    receiver = await startReceiver();
    subscriber = new Subscriber(assertStarted(service));
  });
  afterEach(() => receiver?.close());
  (servicePerTest ? afterEach : after)(stop);
  return {
    get service() {
      return assertStarted(service);
    },
    get receiver() {
      return assertStarted(receiver);
    },
    get subscriber() {
      return assertStarted(subscriber);
    },
  };
}
