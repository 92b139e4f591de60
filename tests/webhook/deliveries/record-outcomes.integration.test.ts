import { expect } from 'chai';
import { retryDelaysMs } from '../support/retry-delays.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

/** Changes that make a failing webhook work again. */
const mendings = [
  ['given another URL', (url: string) => [{ url: `${url}/mended` }]],
  ['switched off and on', () => [{ active: false }, { active: true }]],
] as const;

describe('the failure of a fifth attempt', () => {
  const fixture = useWebhookFixture();

  for (const [how, toChanges] of mendings) {
    it(`disables no webhook that is ${how} during the attempt`, async () => {
      const { service, subscriber, receiver } = fixture;
      receiver.answer = (response) => void response.writeHead(500).end();
      const id = await subscriber.subscribe(receiver.url);
      await subscriber.publish('lead.created');
      await subscriber.waitForDelivery(id, 'failed', 1);
      for (const [index, delayMs] of retryDelaysMs.entries()) {
        if (index === retryDelaysMs.length - 1) {
          const mend = async () => {
            for (const change of toChanges(receiver.url)) await subscriber.call('PUT', `/${id}`, change);
          };
          receiver.answer = (response) => void mend().finally(() => response.writeHead(500).end());
        }
        service.advanceClock(delayMs);
        await subscriber.waitForDelivery(id, 'failed', index + 2);
      }
      expect(await subscriber.readWebhook(id)).to.include({ active: true, disabled_at: null });
      receiver.answer = (response) => void response.end();
      await subscriber.publish('lead.created');
      await subscriber.waitForDelivery(id, 'delivered');
    });
  }
});
