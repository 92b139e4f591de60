import { recordJobNotices } from '@plotline/webhook/notices/work/record-job-notices';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { retryDelaysMs } from '../support/retry-delays.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';
import { createEvent } from '../support/webhook-service.js';

const signature = `sha256=${'ab'.repeat(32)}`;

describe('GET /v1/notifications', () => {
  const fixture = useWebhookFixture();

  function list(query = '', as: object = {}) {
    const { workspaceId } = fixture.subscriber;
    return fixture.service.request('GET', `/v1/notifications${query}`, { as: { workspaceId, ...as } });
  }

  /** Creates a webhook whose deliveries fail. Resolves when the fifth failure has disabled the webhook. */
  async function disable(event: string, data: object, answer: string): Promise<string> {
    const { subscriber, receiver, service } = fixture;
    receiver.answer = (response) => void response.writeHead(500).end(answer);
    const id = await subscriber.subscribe(receiver.url, { events: [event] });
    await subscriber.publish(event, { data });
    await subscriber.waitForDelivery(id, 'failed', 1);
    for (const [index, delayMs] of retryDelaysMs.entries()) {
      service.advanceClock(delayMs);
      await subscriber.waitForDelivery(id, 'failed', index + 2);
    }
    await eventually(async () => expect(await subscriber.readWebhook(id)).to.include({ active: false }));
    return id;
  }

  const person = (role: string, id = 'person_1') => ({
    actor: { type: 'user' as const, id, name: 'Somebody', role, agentId: 'agent_1' },
  });

  async function endJob(kind: string, resource: string, end: string, change: object = {}): Promise<void> {
    const { subscriber, service } = fixture;
    const requested_by = { type: 'user', id: 'person_1', name: 'Somebody', agent_id: null };
    const counts = { created: 3, failed: 1, updated: 0 };
    const data = { job_id: `${kind}_1`, kind, resource, counts, error: null, requested_by, ...change };
    const event = createEvent(`job.${end}`, { workspaceId: subscriber.workspaceId, data });
    // The broker may deliver the event again.
    for (let time = 0; time < 2; time += 1) await recordJobNotices(service.context).handle(event);
  }

  it('reports a disabled webhook with the reason and the last response, without signatures, and publishes it', async () => {
    const { subscriber, service } = fixture;
    const id = await disable('unit.sold', { id: 'unit_1' }, `out of\norder ${signature} ${'x'.repeat(600)}`);
    const { status, body, meta } = await list('?type=webhook.disabled');
    expect(status).to.equal(200);
    expect(meta).to.include({ total: 1 });
    const [notice] = body;
    expect(notice).to.deep.include({ type: 'webhook.disabled', subject: { type: 'webhook', id } });
    expect(notice.message).to.match(/^The webhook to 127\.0\.0\.1:\d+ was disabled.* The receiver answered 500\.$/);
    expect(notice.data).to.include({ reason: 'attempts_exhausted', event: 'unit.sold', attempts: 5 });
    const answer = notice.data.last_answer;
    expect(answer).to.include({ response_code: 500, error: 'The receiver answered 500.' });
    expect(answer.response_body)
      .to.match(/^out of order \[removed\] x+…$/)
      .and.have.length(501);
    const [entry] = await service.context.runtime.databases.live
      .collection('journal')
      .find({ workspace_id: subscriber.workspaceId, subject: id, type: 'disabled' })
      .toArray();
    expect(entry?.events).to.have.length(1);
    expect(entry?.events[0]).to.include({ name: 'webhook.disabled' });
    const event = JSON.parse(entry?.events[0].payload);
    expect(event.data.last_answer).to.deep.equal(answer);
    expect(event.data).to.include({ webhook_id: id, host: notice.data.host });
  });

  it("shows the response to an event about a lead until the lead's erasure, and never journals that response", async () => {
    const { subscriber, service } = fixture;
    await disable('lead.created', { id: 'lead_1', name: 'Zoë Unforgettable' }, 'no room for Zoë Unforgettable');
    const [before] = (await list()).body;
    expect(before.data.last_answer.response_body).to.equal('no room for Zoë Unforgettable');
    const { live } = service.context.runtime.databases;
    const journal = await live.collection('journal').find({ workspace_id: subscriber.workspaceId }).toArray();
    expect(JSON.stringify(journal)).to.include('webhook.disabled').and.not.include('Unforgettable');
    await subscriber.publish('erasure.lead', { data: { lead_id: 'lead_1' } });
    const [after] = (await list()).body;
    expect(after.data.last_answer).to.deep.equal({ ...before.data.last_answer, response_body: null });
    expect(Date.parse(after.updated_at)).to.be.above(Date.parse(before.updated_at));
    const stored = await live.collection('notices').find({ workspace_id: subscriber.workspaceId }).toArray();
    expect(JSON.stringify(stored)).to.not.include('Unforgettable');
  });

  it('reports the end of an import, an undo, an export or a resend once, and never the end of other jobs', async () => {
    await endJob('import', 'leads', 'completed');
    await endJob('export', 'units', 'failed', { error: { code: 'CONFLICT', message: 'The snapshot is gone.' } });
    await endJob('resend', 'wh_1', 'cancelled');
    await endJob('sandbox-reset', 'ws_1', 'completed');
    const counts = { removed: 5, changed: 2, has_deal: 1, deleted: 0 };
    await endJob('undo', 'leads', 'completed', { job_id: 'undo_1', about: 'imp_1', counts });
    const by = person('owner');
    const { body } = await list('?order=asc', by);
    expect(body.map(({ type, message }: Record<string, string>) => `${type}: ${message}`)).to.have.members([
      'import.completed: The import of leads is completed: 3 created, 1 failed.',
      'export.failed: The export of units has failed: 3 created, 1 failed. The snapshot is gone.',
      'undo.completed: The undo of the import of leads is completed: 5 removed, 3 kept.',
      "resend.cancelled: The resend of a webhook's deliveries was cancelled: 3 created, 1 failed.",
    ]);
    const undone = body.find(({ type }: { type: string }) => type === 'undo.completed');
    expect(undone.subject).to.deep.equal({ type: 'import', id: 'imp_1' });
    const only = await list('?type=import.completed,export.failed&fields=type&per_page=1', by);
    expect(only.meta).to.include({ total: 2 });
    expect(only.body[0]).to.have.all.keys('id', 'type');
    expect((await list('?created_after=2999-01-01', by)).body).to.deep.equal([]);
    expect((await list('?cursor=&type=resend.cancelled', by)).body).to.have.length(1);
    expect((await list('', { ...by, workspaceId: 'ws_stranger' })).body).to.deep.equal([]);
    expect((await list('', { ...by, mode: 'sandbox' })).body).to.deep.equal([]);
  });

  it('is limited to subjects that the credential or the role may read', async () => {
    await endJob('import', 'leads', 'completed');
    await endJob('import', 'units', 'completed');
    await endJob('resend', 'wh_1', 'completed');
    const subjects = async (as: object) => {
      const { status, body } = await list('', as);
      return status === 200 ? body.map(({ data }: { data: { resource: string } }) => data.resource).sort() : status;
    };
    const key = (...scopes: string[]) => ({ actor: { type: 'key', id: 'person_1', name: 'Website' }, scopes });
    expect(await subjects(key('webhooks'))).to.deep.equal(['wh_1']);
    expect(await subjects(key('read:leads'))).to.deep.equal(['leads']);
    expect(await subjects(key('read:properties', 'read:agents'))).to.deep.equal(['units']);
    expect(await subjects(key('write:leads'))).to.equal(403);
    expect(await subjects(person('owner'))).to.deep.equal(['leads', 'units', 'wh_1']);
    expect(await subjects(person('agent'))).to.deep.equal(['leads', 'units']);
    expect(await subjects({ ...person('agent'), scopes: ['webhooks', 'read:leads'] })).to.deep.equal(['leads']);
    expect(await subjects(person('viewer'))).to.equal(403);
  });

  it('reports the end of a job only to its creator, and the end of a dry run to no one', async () => {
    await endJob('import', 'leads', 'completed', { job_id: 'import_dry', dry_run: true });
    await endJob('import', 'leads', 'completed', { job_id: 'import_own' });
    const told = (id: string) => list('', person('owner', id));
    const answers = [await told('person_1'), await told('person_2'), await list()];
    const seen = answers.map(({ body }) => body.map(({ subject }: { subject: { id: string } }) => subject.id));
    expect(seen).to.deep.equal([['import_own'], [], []]);
  });

  it('answers 422 to an unknown type, and to an invalid time', async () => {
    for (const [query, field] of [
      ['?type=webhook.enabled', 'type'],
      ['?created_after=soon', 'created_after'],
      ['?sort=message', 'sort'],
    ] as const) {
      const { status, body } = await list(query);
      expect(status, query).to.equal(422);
      expect(body, query).to.have.nested.property('details[0].field', field);
    }
  });

  describe('read marks', () => {
    const as = (id: string, role = 'owner') => ({
      actor: { type: 'user' as const, id, name: id, role },
      workspaceId: fixture.subscriber.workspaceId,
    });
    const unread = async (by: object) =>
      (await fixture.service.request('GET', '/v1/notifications/unread', { as: by })).body;
    const mark = (by: object, body: object = {}) =>
      fixture.service.request('POST', '/v1/notifications/read', { as: by, body });

    it('are separate for each person, and never go backwards', async () => {
      const [ada, ben] = [as('user_ada'), as('user_ben')];
      const ofAda = { requested_by: { type: 'user', id: 'user_ada' } };
      await endJob('import', 'leads', 'completed', ofAda);
      const first = (await list('?type=import.completed', ada)).body[0].created_at;
      fixture.service.advanceClock(1_000);
      await endJob('export', 'leads', 'completed', { job_id: 'export_2', ...ofAda });
      const { count } = await unread(ada);
      expect(await unread(ada)).to.deep.equal({ count, read_until: null });
      expect((await mark(ada, { until: first })).body).to.deep.equal({ count: 1, read_until: first });
      const all = (await mark(ada)).body;
      expect(all.count).to.equal(0);
      expect((await mark(ada, { until: first })).body).to.deep.equal(all);
      expect([count, (await unread(ben)).read_until]).to.deep.equal([2, null]);
    });

    it('leave later notifications unread, even if they are about earlier events', async () => {
      const eve = as('user_eve');
      fixture.service.advanceClock(60_000);
      expect((await mark(eve)).body).to.include({ count: 0 });
      await endJob('import', 'leads', 'completed', {
        job_id: 'import_4',
        requested_by: { type: 'user', id: 'user_eve' },
      });
      expect(await unread(eve)).to.include({ count: 1 });
      const { created_at } = (await list('', eve)).body[0];
      expect((await mark(eve, { until: created_at })).body).to.include({ count: 0 });
    });

    it('count only notifications that the person may read, and are never in the future', async () => {
      const agent = as('user_cy', 'agent');
      const ofCy = { requested_by: { type: 'user', id: 'user_cy' } };
      await endJob('import', 'leads', 'failed', { job_id: 'import_3', ...ofCy });
      await endJob('resend', 'webhooks', 'failed', { job_id: 'resend_3', ...ofCy });
      const { meta } = await fixture.service.request('GET', '/v1/notifications', { as: agent });
      expect((await unread(agent)).count).to.equal(meta.total);
      expect((await unread(as('user_cy'))).count).to.be.greaterThan(meta.total);
      const { body } = await mark(agent, { until: '2999-01-01T00:00:00Z' });
      expect(body.count).to.equal(0);
      expect(body.read_until < '2999').to.equal(true);
      const { status, body: problem } = await mark(agent, { until: 'yesterday' });
      expect([status, problem.details[0].field]).to.deep.equal([422, 'until']);
    });
  });
});
