import { SERVICE_NAMES } from '@plotline/local/supervise/running-system';
import { type ConfirmChannel, connect } from 'amqplib';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { eventually } from '../../support/eventually.js';
import { dashboardNames, listQueries } from '../../support/observability/dashboards.js';
import { alwaysFiring } from '../../support/observability/rules.js';
import { type Alert, type Prometheus, startPrometheus } from '../../support/prometheus/start-prometheus.js';
import { startReceiver } from '../../support/receiver.js';
import { system } from '../../support/system.js';
import { useFixture } from '../../support/use-fixture.js';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';
import { retryDelaysMs } from '../../webhook/support/retry-delays.js';
import { Subscriber } from '../../webhook/support/subscriber.js';
import { startWebhookService } from '../../webhook/support/webhook-service.js';

/** Makes a service's unpublished events look ten minutes old. */
async function ageUnpublished(service: string): Promise<void> {
  const connection = await mongoose
    .createConnection(system().mongoUrl, { dbName: `plotline_${service}_live` })
    .asPromise();
  try {
    const due = { $set: { unpublished: new Date(Date.now() - 600_000) } };
    const { modifiedCount } = await connection
      .collection('journal')
      .updateMany({ unpublished: { $exists: true } }, due);
    expect(modifiedCount).to.be.greaterThan(0);
  } finally {
    await connection.close();
  }
}

async function withChannel(work: (channel: ConfirmChannel) => Promise<unknown>): Promise<void> {
  const model = await connect(system().amqpUrl);
  try {
    await work(await model.createConfirmChannel());
  } finally {
    await model.close();
  }
}

/** Alerts about outages. Each stops firing when the outage ends. */
const outages = [
  'BrokerAway',
  'EventsNotPublished',
  'NotReady',
  'ProcessDown',
  'RateLimitsInMemory',
  'DeadLetters',
  'UnitMissing',
];

describe('alerts', () => {
  let prometheus: Prometheus;
  let workspace: TestWorkspace;
  // Webhook service whose clock can be advanced and whose deliveries can be stopped.
  const webhook = useFixture(() => startWebhookService());
  const receiver = useFixture(startReceiver);

  before(async () => {
    const { urls, services } = system();
    const targets = [urls.private, ...SERVICE_NAMES.map((name) => services[name].httpUrl), webhook().url];
    prometheus = await startPrometheus(targets);
    workspace = await newWorkspace();
  });
  after(() => prometheus?.stop());

  /** Resolves when the alert fires for all these series. */
  const expectFiring = async (alertname: string, ...each: Alert[]) => {
    const firing = await prometheus.listAlerts();
    for (const labels of each) {
      const isWanted = (one: Alert) =>
        Object.entries({ ...labels, alertname }).every(([key, value]) => one[key] === value);
      expect(firing.some(isWanted), `${alertname} ${JSON.stringify(labels)} in ${JSON.stringify(firing)}`).to.equal(
        true,
      );
    }
  };

  /** Keeps a component down while `work` runs. */
  const withoutComponent = async (name: string, work: () => Promise<void>) => {
    await system().hold(name);
    try {
      await work();
    } finally {
      await system().release(name);
    }
  };

  it('do not fire in normal operation, and Prometheus answers the queries of the dashboards', async () => {
    await eventually(async () => {
      expect(await prometheus.query('up == 1')).to.have.length(SERVICE_NAMES.length + 2);
      expect(await prometheus.query('plotline_ready == 1')).to.have.length(SERVICE_NAMES.length + 2);
      const firing = (await prometheus.listAlerts()).map(({ alertname = '' }) => alertname);
      expect(firing.filter((name) => !alwaysFiring.has(name))).to.deep.equal([]);
      expect(firing).to.include('Watchdog');
    });
    for (const expr of dashboardNames.flatMap(listQueries)) await prometheus.query(expr);
  });

  it('report events that a consumer gave up on', async () => {
    const queue = 'webhook.events';
    await withChannel(async (channel) => {
      channel.publish('webhook.dead', queue, Buffer.from('{}'), { messageId: 'given up' });
      await channel.waitForConfirms();
    });
    await eventually(() => expectFiring('DeadLetters', { service: 'webhook', queue }));
    await withChannel((channel) => channel.purgeQueue(`${queue}.dead`));
  });

  it('report a webhook disabled by failing deliveries, and deliveries without a worker', async () => {
    const subscriber = new Subscriber(webhook());
    receiver().answer = (response) => void response.writeHead(500).end();
    const id = await subscriber.subscribe(receiver().url);
    await subscriber.publish('lead.created');
    await subscriber.waitForDelivery(id, 'failed', 1);
    for (const [index, delayMs] of retryDelaysMs.entries()) {
      webhook().advanceClock(delayMs);
      await subscriber.waitForDelivery(id, 'failed', index + 2);
    }
    await subscriber.subscribe(`${receiver().url}/late`);
    await webhook().context.webhooks.dispatcher.stop();
    await subscriber.publish('lead.created');
    webhook().advanceClock(120_000);
    await eventually(async () => {
      await expectFiring('WebhooksDisabled', { mode: 'live' });
      await expectFiring('DeliveriesLate', { mode: 'live' });
    });
  });

  it('report a service that is down, failing requests, and failing calls to other services', async () => {
    const { api } = workspace;
    const { host: instance } = new URL(system().services.team.httpUrl);
    await withoutComponent('team', () =>
      eventually(async () => {
        // Makes requests fail repeatedly, because a rate needs failures before and after a scrape.
        await api.get('/v1/agents');
        await api.post('/v1/leads', { name: 'A', email: 'a@example.com', assigned_agent: 'agent_x' });
        await expectFiring('ProcessDown', { instance });
        await expectFiring('UnitMissing', { service: 'team' });
        await expectFiring('ServerErrors', { service: 'gateway' });
        await expectFiring('RpcErrors', { service: 'pipeline' });
      }),
    );
  });

  it('report that limits are counted in memory while Redis is down', async () => {
    await withoutComponent('redis', () => eventually(() => expectFiring('RateLimitsInMemory', {})));
  });

  it('report a broker that is down, and unpublished events', async () => {
    await withoutComponent('rabbitmq', async () => {
      await workspace.api.create('/v1/leads', { name: 'B', email: 'b@example.com' });
      await ageUnpublished('pipeline');
      await eventually(async () => {
        await expectFiring('BrokerAway', ...['gateway', ...SERVICE_NAMES].map((service) => ({ service })));
        await expectFiring('EventsNotPublished', { service: 'pipeline', mode: 'live' });
      });
    });
  });

  it("report services that can't respond while MongoDB is down", async () => {
    await withoutComponent('mongo', () =>
      eventually(() => expectFiring('NotReady', ...SERVICE_NAMES.map((service) => ({ service })))),
    );
  });

  it('stop firing once their causes are gone', async () => {
    await eventually(async () => {
      const firing = (await prometheus.listAlerts()).map(({ alertname = '' }) => alertname);
      expect(firing.filter((name) => outages.includes(name))).to.deep.equal([]);
    });
  });
});
