import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { Explainer, issuedQueries } from '../../support/issued-queries.js';
import { type Receiver, startReceiver } from '../../support/receiver.js';
import { LogReader } from '../../webhook/support/log-reader.js';
import { Subscriber } from '../../webhook/support/subscriber.js';
import { startWebhookService, type WebhookService } from '../../webhook/support/webhook-service.js';

const filters = [
  '',
  'status=delivered',
  'status=pending,failed',
  'event=lead.won',
  'event=lead.won,lead.lost',
  'status=delivered&event=lead.created',
  'created_after=2020-01-01',
  'created_before=2999-12-31&status=delivered',
  'from=2020-01-01&to=2999-12-31&status=pending,delivered',
  'response_code=200',
  'response_code=200,404,none',
  'response_code=2xx,5xx',
  'response_code=2xx&status=delivered&event=lead.won,lead.lost',
];

describe('the indexes of webhooks, deliveries and endpoint queues', () => {
  let service: WebhookService;
  let receiver: Receiver;
  let subscriber: Subscriber;
  let id: string;

  before(async () => {
    // Not every query has a hint.
    service = await startWebhookService(true, true);
    receiver = await startReceiver();
    subscriber = new Subscriber(service);
    id = await subscriber.subscribe(receiver.url, { events: ['*'] });
    for (let count = 0; count < 20; count += 1) await subscriber.publish(count % 2 ? 'lead.created' : 'lead.won');
    await eventually(() => expect(receiver.received).to.have.length(20));
  });
  after(async () => {
    await service.stop();
    await receiver.stop();
  });

  const explainer = new Explainer(() => service.context.runtime.databases.live);

  async function assertServed(what: string, work: () => Promise<unknown>): Promise<void> {
    const issued = await issuedQueries(
      ['webhooks', 'deliveries', 'endpoint_queues', 'erasures', 'events', 'notices', 'told_events'],
      work,
    );
    const reads = issued.filter(({ method }) => /^(find|count|aggregate)/.test(method));
    expect(reads, what).to.not.have.length(0);
    for (const query of reads) {
      const found = await explainer.explain(query);
      const why = `${what}: ${query.collection}.${query.method} ${JSON.stringify(query.filter)}: ${found.join(' ')}`;
      expect(found, why).to.include('IXSCAN');
      expect(found, why).to.not.include.members(['COLLSCAN']);
      expect(found, why).to.not.include.members(['SORT']);
    }
  }

  for (const order of ['asc', 'desc']) {
    it(`serve the list of webhooks without a scan or a sort, ${order}`, async () => {
      for (const paging of ['', 'cursor=', 'sort=updated_at', 'sort=updated_at&updated_after=2020-01-01&cursor=']) {
        await assertServed(paging, () => subscriber.call('GET', `?fields=stats&order=${order}&${paging}`));
      }
    });

    for (const filter of filters) {
      it(`serve the delivery log with ${filter || 'no filter'} without a scan or a sort, ${order}`, async () => {
        await assertServed('first page', () => subscriber.listDeliveries(id, `?order=${order}&${filter}`));
        await assertServed('cursor', () => subscriber.listDeliveries(id, `?order=${order}&cursor=&${filter}`));
      });
    }
  }

  for (const filter of ['', 'types=lead.won', 'resource_id=lead_1', 'resource_id=lead_1&types=lead.won,lead.created']) {
    it(`serve the event log with ${filter || 'no filter'} without a scan or a sort`, async () => {
      const log = new LogReader(service, { workspaceId: subscriber.workspaceId });
      const query = Object.fromEntries(new URLSearchParams(filter));
      await assertServed('from the beginning', () => log.read(query));
      const { meta } = await log.read({ ...query, per_page: '3' });
      await assertServed('by cursor', () => log.read({ ...query, after: meta.next_cursor }));
    });
  }

  it('serve the notifications without a scan or a sort', async () => {
    const { notices, assignmentNotices, toldEvents, clock } = service.context;
    const tenant = { workspaceId: subscriber.workspaceId, mode: 'live' } as const;
    const query = { page: 1, per_page: 20, sort: 'created_at', order: 'desc' } as const;
    for (const scopes of [null, ['webhooks']]) {
      const reader = { scopes, actorId: 'user_1', agentId: 'agent_1', memberSince: new Date(0) };
      await assertServed('all', () => notices.list(tenant, reader, query));
      await assertServed('one type', () => notices.list(tenant, reader, { ...query, type: ['webhook.disabled'] }));
      const type = ['import.failed', 'export.failed'] as const;
      await assertServed('types', () => notices.list(tenant, reader, { ...query, type, cursor: '' }));
      await assertServed('far', () => notices.list(tenant, reader, { ...query, page: 30 }));
      await assertServed('unread', () => notices.countSince(tenant, reader, new Date(0), 100));
      await assertServed('unread at first', () => notices.countSince(tenant, reader, null, 100));
    }
    const assignment = { eventId: 'evt_1', agentId: 'agent_1', leadId: 'lead_1', leadName: 'Zoë' };
    await assertServed('assignments', () => assignmentNotices.record(tenant, [assignment], clock()));
    await assertServed('erasure', () => notices.redactBatch(tenant, 'lead_none', clock(), 100));
    await assertServed('old', () => notices.removeBefore('live', new Date(0), 100));
    await assertServed('old told events', () => toldEvents.removeBefore('live', new Date(0), 100));
  });

  it('serve the consumers and the dispatcher without a scan or a sort', async () => {
    const { webhooks, events, erasures, clock } = service.context;
    const { subscriptions, deliveries, queues } = webhooks;
    const tenant = { workspaceId: subscriber.workspaceId, mode: 'live' } as const;
    await webhooks.dispatcher.stop();
    await assertServed('listeners', () => subscriptions.findRecording(tenant, ['lead.won']));
    await assertServed('due', () => deliveries.findDue(tenant, id, clock(), 20));
    await assertServed('next', () => deliveries.findNextDueAt(tenant, id));
    await assertServed('erased', () => erasures.findErased(tenant, ['lead_none']));
    await assertServed('erasure', () => deliveries.redactBatch(tenant, 'lead_none', clock(), 100));
    await assertServed('payloads', () => events.getReadAhead(tenant, ['evt_none']));
    await assertServed('erasure of events', () => events.redactBatch(tenant, 'lead_none', clock(), 100));
    await assertServed('summaries', () => deliveries.log.getSummaries(tenant, id, ['dlv_none']));
    await assertServed('old deliveries', () => deliveries.removeBefore('live', new Date(0), 100));
    await assertServed('old events', () => events.removeBefore('live', new Date(0), 100));
    await assertServed('due of many', () => deliveries.findDueOfMany(tenant, [id, 'wh_none'], clock(), 10));
    await assertServed('overdue', () => deliveries.findOverdue('live', clock()));
    const except = [subscriber.workspaceId];
    await assertServed('due queues', () => queues.findDue('live', clock(), 100));
    await assertServed('due queues of others', () => queues.findDue('live', clock(), 100, except));
  });
});
