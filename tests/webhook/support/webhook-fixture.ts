import { type Receiver, startReceiver } from '../../support/receiver.js';
import { useFixture, useFixturePerTest } from '../../support/use-fixture.js';
import { Subscriber } from './subscriber.js';
import { startWebhookService, type WebhookService } from './webhook-service.js';

/** A suite's service, and the current test's receiver and subscriber. */
export interface WebhookFixture {
  readonly service: WebhookService;
  readonly receiver: Receiver;
  readonly subscriber: Subscriber;
}

export interface FixtureOptions {
  /** Whether webhooks may have private addresses. True by default. */
  readonly allowPrivate?: boolean;
  /** Whether each test gets its own service. */
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
