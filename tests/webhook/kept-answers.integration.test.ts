import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { testKeptAnswers } from '../support/kept-answers.js';
import { startReceiver } from '../support/receiver.js';
import { useFixture } from '../support/use-fixture.js';
import { startWebhookService } from './support/webhook-service.js';

describe('The response of webhook to a POST with an Idempotency-Key', () => {
  const service = useFixture(() => startWebhookService());
  const receiver = useFixture(startReceiver);

  async function subscribe(): Promise<string> {
    const { id } = await service().create('/v1/webhooks', { url: receiver().url, events: ['lead.created'] });
    return id;
  }

  async function delivered(): Promise<string> {
    const id = await subscribe();
    await service().publish('lead.created');
    const path = `/v1/webhooks/${id}/deliveries`;
    return eventually(async () => {
      const [delivery] = (await service().request('GET', path)).body;
      expect(delivery).to.include({ status: 'delivered' });
      return `${path}/${delivery.id}`;
    });
  }

  async function integrate(): Promise<string> {
    const chat = { kind: 'slack', name: 'Sales', events: ['lead.created'], url: receiver().url };
    return `/v1/integrations/${(await service().create('/v1/integrations', chat)).id}`;
  }

  async function posted(): Promise<string> {
    const path = `${await integrate()}/deliveries`;
    await service().publish('lead.created');
    return eventually(async () => {
      const [delivery] = (await service().request('GET', path)).body;
      expect(delivery).to.include({ status: 'delivered' });
      return `${path}/${delivery.id}`;
    });
  }

  const today = () => new Date().toISOString().slice(0, 10);

  /** Creates a resend that no worker runs. */
  async function waitingResend(): Promise<string> {
    const webhook = `/v1/webhooks/${await subscribe()}`;
    const { body } = await service().request('POST', `${webhook}/resend`, { body: { from: today() } });
    const path = `${webhook}/resends/${body.id}`;
    await eventually(async () => expect((await service().request('GET', path)).body.status).to.equal('completed'));
    const { live } = service().runtime.databases;
    const waiting = { $set: { status: 'queued', resume_at: new Date('2999-01-01'), finished_at: null } };
    await live.collection<{ _id: string }>('resends').updateOne({ _id: body.id }, waiting);
    return path;
  }

  async function waitForWorkers(): Promise<void> {
    const { live } = service().runtime.databases;
    const underWay = {
      deliveries: { due_at: { $exists: true } },
      integration_deliveries: { due_at: { $exists: true } },
      resends: { status: { $in: ['queued', 'running'] }, resume_at: { $lt: new Date('2999-01-01') } },
    };
    await eventually(async () => {
      for (const [name, filter] of Object.entries(underWay)) {
        expect(await live.collection(name).countDocuments(filter), name).to.equal(0);
      }
    });
  }

  testKeptAnswers(
    'webhook',
    service,
    [
      {
        operation: 'createWebhook',
        prepare: async () => ({ path: '/v1/webhooks', body: { url: receiver().url, events: ['*'] } }),
      },
      {
        operation: 'testWebhook',
        intents: ['events', 'deliveries'],
        prepare: async () => ({ path: `/v1/webhooks/${await subscribe()}/test` }),
      },
      {
        operation: 'rotateWebhookSecret',
        prepare: async () => ({ path: `/v1/webhooks/${await subscribe()}/rotate-secret`, body: {} }),
      },
      {
        operation: 'createResend',
        prepare: async () => ({ path: `/v1/webhooks/${await subscribe()}/resend`, body: { from: today() } }),
      },
      { operation: 'cancelResend', prepare: async () => ({ path: `${await waitingResend()}/cancel` }) },
      { operation: 'resendDelivery', prepare: async () => ({ path: `${await delivered()}/resend` }) },
      {
        operation: 'createIntegration',
        prepare: async () => ({
          path: '/v1/integrations',
          body: { kind: 'slack', name: 'Sales', events: ['*'], url: receiver().url },
        }),
      },
      {
        operation: 'testIntegration',
        intents: ['events', 'integration_deliveries'],
        prepare: async () => ({ path: `${await integrate()}/test` }),
      },
      { operation: 'resendIntegrationDelivery', prepare: async () => ({ path: `${await posted()}/resend` }) },
    ],
    { written: ['endpoint_queues', 'integration_queues'], waitForWorkers },
  );

  it('has the same event when a test is repeated after a crash during the attempt', async () => {
    const { received } = receiver();
    const path = `/v1/webhooks/${await subscribe()}/test`;
    const options = { headers: { 'idempotency-key': 'crashed' } };
    const { deliveries, queues } = service().context.webhooks;
    const changeAll = deliveries.changeAll.bind(deliveries);
    const endTest = queues.endTest.bind(queues);
    deliveries.changeAll = () => Promise.reject(new Error('crash'));
    queues.endTest = () => Promise.reject(new Error('crash'));
    expect((await service().request('POST', path, options)).status).to.equal(500);
    const other = await service().request('POST', path, { headers: { 'idempotency-key': 'other' } });
    expect(other.status, 'the turn of a test that crashed').to.equal(409);
    deliveries.changeAll = changeAll;
    queues.endTest = endTest;
    const answered = await service().request('POST', path, options);
    expect(answered.status).to.equal(200);
    const [crashed, repeated] = received.slice(-2);
    expect(repeated?.body).to.equal(crashed?.body);
    expect(repeated?.headers['webhook-id']).to.equal(crashed?.headers['webhook-id']);
  });
});
