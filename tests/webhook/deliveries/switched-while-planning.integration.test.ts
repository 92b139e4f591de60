import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';
import { createEvent } from '../support/webhook-service.js';

describe('recordDeliveries while the webhook is switched off and on', () => {
  const fixture = useWebhookFixture({ servicePerTest: true });
  let id: string;
  beforeEach(async () => {
    id = await fixture.subscriber.subscribe(fixture.receiver.url);
  });

  async function switchTo(active: boolean): Promise<void> {
    expect((await fixture.subscriber.call('PUT', `/${id}`, { active })).status).to.equal(200);
  }

  async function switchOffAndOn(): Promise<void> {
    await switchTo(false);
    await switchTo(true);
  }

  /** Runs `meanwhile` once, either before or after deliveries are stored. */
  function interleave(when: 'before' | 'after', meanwhile: () => Promise<void>): void {
    const { deliveries } = fixture.service.context.webhooks;
    const add = deliveries.add.bind(deliveries);
    deliveries.add = async (...given) => {
      deliveries.add = add;
      if (when === 'before') await meanwhile();
      const areNew = await add(...given);
      if (when === 'after') await meanwhile();
      return areNew;
    };
  }

  for (const when of ['before', 'after'] as const) {
    it(`attempts the delivery when the webhook is off for a moment ${when} the delivery is stored`, async () => {
      interleave(when, switchOffAndOn);
      await fixture.subscriber.publish('lead.created');
      await fixture.subscriber.waitForDelivery(id, 'delivered');
      expect(fixture.receiver.received).to.have.length(1);
    });
  }

  it('attempts the delivery when planning fails after the webhook is on again, and is repeated', async () => {
    interleave('after', async () => {
      await switchOffAndOn();
      throw new Error('The process ended.');
    });
    const { service, subscriber, receiver } = fixture;
    const event = createEvent('lead.created', { workspaceId: subscriber.workspaceId });
    expect(await service.consume(event).catch((error: Error) => error.message)).to.equal('The process ended.');
    await service.consume(event);
    await subscriber.waitForDelivery(id, 'delivered');
    expect(receiver.received).to.have.length(1);
  });

  it('attempts the delivery if a disabled webhook is activated before the delivery is stored', async () => {
    const { live } = fixture.service.context.runtime.databases;
    const disabled = { active: false, disabled_at: new Date() };
    await live.collection<{ _id: string }>('webhooks').updateOne({ _id: id }, { $set: disabled });
    interleave('before', () => switchTo(true));
    await fixture.subscriber.publish('lead.created');
    await fixture.subscriber.waitForDelivery(id, 'delivered');
  });

  it('leaves no delivery due if the webhook remains off', async () => {
    interleave('before', () => switchTo(false));
    await fixture.subscriber.publish('lead.created');
    await eventually(async () => {
      const { live } = fixture.service.context.runtime.databases;
      expect(await live.collection('deliveries').countDocuments({ due_at: { $exists: true } })).to.equal(0);
    });
    expect(fixture.receiver.received).to.have.length(0);
  });

  it('keeps deliveries that are planned once the webhook is on again, before attempts are cancelled', async () => {
    const { service, subscriber } = fixture;
    await service.context.webhooks.dispatcher.stop();
    const { deliveries } = service.context.webhooks;
    const cancel = deliveries.cancelAttempts.bind(deliveries);
    let resume: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      resume = resolve;
    });
    let isHeld = false;
    deliveries.cancelAttempts = async (...given) => {
      isHeld = true;
      await held;
      await cancel(...given);
    };
    const off = switchTo(false);
    await eventually(() => expect(isHeld).to.equal(true));
    deliveries.cancelAttempts = cancel;
    await switchTo(true);
    await subscriber.publish('lead.created');
    resume();
    await off;
    const { live } = service.context.runtime.databases;
    expect(await live.collection('deliveries').countDocuments({ due_at: { $exists: true } })).to.equal(1);
  });
});
