import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { type IssuedQuery, issuedQueries, stagesOf } from '../support/issued-queries.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { field, Subscriber } from './subscriber.js';
import { startWebhookService, type WebhookFixture } from './webhook-fixture.js';

const filters = [
  '',
  'status=delivered',
  'status=pending,failed',
  'event=lead.won',
  'event=lead.won,lead.lost',
  'status=delivered&event=lead.created',
];

describe('every query for webhooks', () => {
  let service: WebhookFixture;
  let receiver: Receiver;
  let customer: Subscriber;
  let id: string;

  before(async () => {
    service = await startWebhookService();
    receiver = await startReceiver();
    customer = new Subscriber(service);
    id = await customer.subscribe(receiver.url, { events: ['*'] });
    for (let count = 0; count < 20; count += 1) await customer.publish(count % 2 ? 'lead.created' : 'lead.won');
    await eventually(() => expect(receiver.received).to.have.length(20));
  });
  after(async () => {
    await service.stop();
    await receiver.close();
  });

  async function stages({ collection, filter, options }: IssuedQuery): Promise<string[]> {
    const { sort, hint, limit, skip } = Object.fromEntries(Object.entries(options));
    const given = { ...(sort && { sort }), ...(hint && { hint }), ...(limit && { limit }), ...(skip && { skip }) };
    const plan = await service.context.runtime.databases.live.collection(collection).find(filter, given).explain();
    return stagesOf(field(field(plan, 'queryPlanner'), 'winningPlan'));
  }

  async function assertServed(what: string, work: () => Promise<unknown>): Promise<void> {
    const issued = await issuedQueries(['subscriptions', 'deliveries', 'lanes', 'erasures'], work);
    const reads = issued.filter(({ method }) => /^(find|count|aggregate)/.test(method));
    expect(reads, what).to.not.have.length(0);
    for (const query of reads) {
      const found = await stages(query);
      const why = `${what}: ${query.collection}.${query.method} ${JSON.stringify(query.filter)}: ${found.join(' ')}`;
      expect(found, why).to.include('IXSCAN');
      expect(found, why).to.not.include.members(['COLLSCAN']);
      expect(found, why).to.not.include.members(['SORT']);
    }
  }

  for (const order of ['asc', 'desc']) {
    it(`of the list of webhooks walks an index, ${order}`, async () => {
      for (const paging of ['', 'cursor=']) {
        await assertServed(paging, () => customer.call('GET', `?fields=stats&order=${order}&${paging}`));
      }
    });

    for (const filter of filters) {
      it(`of the delivery log with ${filter || 'no filter'} walks an index, ${order}`, async () => {
        await assertServed('first page', () => customer.log(id, `?order=${order}&${filter}`));
        await assertServed('cursor', () => customer.log(id, `?order=${order}&cursor=&${filter}`));
      });
    }
  }

  it('of the delivery worker walks an index', async () => {
    const { subscriptions, deliveries, lanes, clock } = service.context;
    const scope = { workspaceId: customer.workspaceId, mode: 'live' } as const;
    await service.context.dispatcher.stop();
    await assertServed('listeners', () => subscriptions.recording(scope, ['lead.won']));
    await assertServed('due', () => deliveries.due(scope, id, clock(), 20));
    await assertServed('next', () => deliveries.nextDue(scope, id));
    await assertServed('erased', () => service.context.erasures.among(scope, ['lead_none']));
    await assertServed('erasure', () => deliveries.redactBatch(scope, 'lead_none', clock(), 100));
    await assertServed('claim', () => lanes.claim('live', 'holder', clock(), clock()));
  });
});
