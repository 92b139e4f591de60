import { type Receiver, startReceiver } from '../../support/receiver.js';
import { useFixture, useFixturePerTest } from '../../support/use-fixture.js';
import { Subscriber } from './subscriber.js';
import { startWebhookService, type WebhookService } from './webhook-service.js';

/** The service of a suite, and the receiver and subscriber of the current test. */
export interface WebhookFixture {
  readonly service: WebhookService;
  readonly receiver: Receiver;
  readonly subscriber: Subscriber;
}

export interface FixtureOptions {
  /** Webhooks may have private addresses; true unless given. */
  readonly allowPrivate?: boolean;
  /** Each test gets a service of its own. */
  readonly servicePerTest?: boolean;
}

/** Registers hooks that start a service for the suite, and a receiver and a subscriber for each test. */
export function useWebhookFixture({ allowPrivate, servicePerTest = false }: FixtureOptions = {}): WebhookFixture {
  const service = (servicePerTest ? useFixturePerTest : useFixture)(() => startWebhookService(allowPrivate));
  const receiver = useFixturePerTest(startReceiver);
  let subscriber: Subscriber | undefined;
  beforeEach(() => {
    subscriber = new Subscriber(service());
  });
  return {
    get service() {
      return service();
    },
    get receiver() {
      return receiver();
    },
    get subscriber() {
      if (!subscriber) throw new Error('The subscriber is available in tests only.');
      return subscriber;
    },
  };
}
