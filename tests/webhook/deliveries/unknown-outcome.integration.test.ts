import { OutcomeUnknown } from '@plotline/webhook/deliveries/model/attempt-errors';
import { Dispatcher } from '@plotline/webhook/deliveries/work/dispatcher';
import { expect } from 'chai';
import { useWebhookFixture } from '../support/webhook-fixture.js';

describe('an attempt with an unknown outcome', () => {
  const fixture = useWebhookFixture({ servicePerTest: true });

  it('leaves the delivery due, counts no attempt, and is repeated', async () => {
    const { service, subscriber, receiver } = fixture;
    const { webhooks } = service.context;
    await webhooks.dispatcher.stop();
    const id = await subscriber.subscribe(receiver.url);
    await subscriber.publish('lead.created');
    let tries = 0;
    const dispatcher = new Dispatcher('deliveries', {
      ...webhooks,
      attemptDelivery: async (...given) => {
        tries += 1;
        if (tries === 1) throw new OutcomeUnknown();
        expect((await subscriber.listDeliveries(id, '?status=pending'))[0]?.attempts).to.deep.equal([]);
        return webhooks.attemptDelivery(...given);
      },
    });
    dispatcher.start();
    try {
      await subscriber.waitForDelivery(id, 'delivered', 1);
    } finally {
      await dispatcher.stop();
    }
    expect(tries).to.equal(2);
    expect(receiver.received).to.have.length(1);
  });
});
