import type { InboundEvent } from '@plotline/kit/broker/message';
import { createNoticeMailing } from '@plotline/webhook/notices/work/mail-notices';
import { recordAssignmentNotices } from '@plotline/webhook/notices/work/record-assignment-notices';
import { recordJobNotices } from '@plotline/webhook/notices/work/record-job-notices';
import { recordSoldUnits } from '@plotline/webhook/notices/work/record-sold-units';
import { followUnsubscriptions } from '@plotline/webhook/notices/work/unsubscribe';
import { expect } from 'chai';
import { useWebhookFixture } from '../support/webhook-fixture.js';
import { createEvent } from '../support/webhook-service.js';

const minute = 60_000;

describe('emails about notices', () => {
  const fixture = useWebhookFixture({ servicePerTest: true });
  const workspaceId = () => fixture.subscriber.workspaceId;
  const person = { actor: { type: 'user' as const, id: 'person_1', name: 'Ada', role: 'agent', agentId: 'agent_1' } };

  function assigned(number: number, mode: 'live' | 'sandbox' = 'live'): InboundEvent {
    const data = { id: `lead_${number}`, name: `Zoë ${number}`, assigned_agent: 'agent_1' };
    return createEvent('lead.assigned', {
      workspaceId: workspaceId(),
      timestamp: fixture.service.context.clock(),
      data,
      mode,
    });
  }

  async function assign(...events: readonly InboundEvent[]): Promise<void> {
    const consumer = recordAssignmentNotices(fixture.service.context);
    // The broker delivers at most this many events at the same time.
    for (let start = 0; start < events.length; start += consumer.prefetch) {
      await Promise.all(events.slice(start, start + consumer.prefetch).map((event) => consumer.handle(event)));
    }
  }

  function call(method: string, path: string, body?: unknown, by: object = person) {
    return fixture.service.request(method, `/v1/notifications${path}`, {
      as: { workspaceId: workspaceId(), ...by },
      body,
    });
  }

  /** Lets time pass, and sends the emails that are due. */
  async function pass(milliseconds: number): Promise<void> {
    fixture.service.advanceClock(milliseconds);
    await createNoticeMailing(fixture.service.context).run();
  }

  const mails = () => fixture.service.peers.noticeMails;
  const listTexts = () => mails().map(({ items }) => items.map(({ text }) => text));

  it('combine notices that came within a minute, and leave five minutes between two emails', async () => {
    await assign(assigned(1));
    await pass(30_000);
    expect(mails()).to.deep.equal([]);
    await pass(31_000);
    expect(mails()).to.have.length(1);
    expect(mails()[0]).to.deep.include({
      recipient: 'agent_1',
      workspaceId: workspaceId(),
      items: [{ text: 'Zoë 1 was assigned to you.', path: 'pipeline/lead_1' }],
    });
    await pass(minute);
    await assign(assigned(2));
    await pass(61_000);
    await assign(assigned(3));
    await pass(61_000);
    expect(mails(), 'five minutes are not over').to.have.length(1);
    await pass(3 * minute);
    expect(listTexts()[1]).to.deep.equal(['Zoë 3 was assigned to you.', 'Zoë 2 was assigned to you.']);
    await pass(10 * minute);
    expect(mails()).to.have.length(2);
  });

  it('combine a thousand imported leads in one email, even if each event comes twice', async () => {
    const events = Array.from({ length: 1_000 }, (_none, number) => assigned(number));
    await assign(...events);
    await assign(...events);
    await pass(61_000);
    await pass(6 * minute);
    expect(listTexts()).to.deep.equal([['1000 leads were assigned to you.']]);
  });

  it('are sent once even if a process ends right after the hand-over', async () => {
    await assign(assigned(1));
    const { notices } = fixture.service.context;
    const confirm = notices.confirmMail.bind(notices);
    notices.confirmMail = async () => {
      notices.confirmMail = confirm;
      throw new Error('no database');
    };
    await pass(61_000);
    await assign(assigned(2));
    await pass(6_000);
    expect(listTexts()).to.deep.equal([['Zoë 1 was assigned to you.']]);
  });

  it('wait while the email service is unavailable', async () => {
    await assign(assigned(1));
    const { peers } = fixture.service;
    peers.onNoticeMail = async () => {
      throw new Error('away');
    };
    await pass(61_000);
    peers.onNoticeMail = async () => undefined;
    await pass(10_000);
    expect(mails()).to.have.length(1);
  });

  it('omit notices that the person has read, and notices that the person wants no emails about', async () => {
    await assign(assigned(1));
    await call('POST', '/read', {});
    await pass(61_000);
    expect(mails()).to.deep.equal([]);
    expect((await call('PUT', '/preferences', { lead_assigned: 'bell' })).status).to.equal(200);
    await assign(assigned(2));
    await pass(61_000);
    expect(mails()).to.deep.equal([]);
    expect((await call('GET', '/unread')).body.count).to.equal(1);
  });

  it('are not sent about the sandbox, and by default not about jobs and sold units', async () => {
    const { context } = fixture.service;
    const requested_by = { type: 'user', id: 'person_1' };
    const job = { job_id: 'imp_1', kind: 'import', resource: 'leads', counts: { created: 2 }, requested_by };
    const unit = { id: 'unit_1', name: 'A-1', property_id: 'prop_1', assigned_agent: 'agent_1', visibility: 'agents' };
    const publish = (name: string, data: object, mode: 'live' | 'sandbox') =>
      createEvent(name, { workspaceId: workspaceId(), timestamp: context.clock(), data, mode });
    for (const mode of ['live', 'sandbox'] as const) {
      await assign(assigned(1, 'sandbox'));
      await recordJobNotices(context).handle(publish('job.completed', job, mode));
      await recordSoldUnits(context).handle(publish('unit.sold', unit, mode));
    }
    await pass(61_000);
    expect(mails()).to.deep.equal([]);
    const { body } = await call('GET', '?type=unit.sold,import.completed');
    expect(body.map(({ message }: { message: string }) => message)).to.have.members([
      'A-1 was sold.',
      'The import of leads is completed: 2 created.',
    ]);
    await call('PUT', '/preferences', { job_finished: 'mail', unit_sold: 'mail' });
    await recordJobNotices(context).handle(publish('job.completed', job, 'live'));
    await recordSoldUnits(context).handle(publish('unit.sold', unit, 'live'));
    await pass(61_000);
    expect(listTexts()).to.have.deep.members([['A-1 was sold.'], ['The import of leads is completed: 2 created.']]);
  });

  it('stop with the link in an email, unless the person has changed the choice since', async () => {
    const { context } = fixture.service;
    const data = { workspace_id: workspaceId(), person_id: 'person_1', agent_id: 'agent_1' };
    const event = createEvent('notification.unsubscribed', {
      workspaceId: 'directory',
      timestamp: context.clock(),
      data,
    });
    await followUnsubscriptions(context).handle(event);
    await followUnsubscriptions(context).handle(event);
    await assign(assigned(1));
    await pass(61_000);
    expect(mails()).to.deep.equal([]);
    expect((await call('GET', '/preferences')).body).to.deep.equal({
      lead_assigned: 'bell',
      task_due: 'bell',
      hold_expiring: 'bell',
      invoice_overdue: 'bell',
      unit_sold: 'bell',
      job_finished: 'bell',
    });
    fixture.service.advanceClock(1_000);
    await call('PUT', '/preferences', { lead_assigned: 'mail' });
    await followUnsubscriptions(context).handle(event);
    expect((await call('GET', '/preferences')).body).to.include({ lead_assigned: 'mail', task_due: 'bell' });
  });
});

describe('notification preferences', () => {
  const fixture = useWebhookFixture();
  const ask = (method: string, body?: unknown, by: object = {}) => {
    const { workspaceId } = fixture.subscriber;
    const actor = { type: 'user' as const, id: 'person_1', name: 'Ada', role: 'agent', agentId: 'agent_1' };
    return fixture.service.request(method, '/v1/notifications/preferences', {
      as: { workspaceId, actor, ...by },
      body,
    });
  };

  it('are email for assigned leads, due tasks and overdue invoices until the person chooses, field by field', async () => {
    const quiet = {
      lead_assigned: 'mail',
      task_due: 'mail',
      hold_expiring: 'bell',
      invoice_overdue: 'mail',
      unit_sold: 'bell',
      job_finished: 'bell',
    };
    expect((await ask('GET')).body).to.deep.equal(quiet);
    expect((await ask('PUT', { task_due: 'off' })).body).to.deep.equal({ ...quiet, task_due: 'off' });
    expect((await ask('PUT', { unit_sold: 'mail' })).body).to.include({ task_due: 'off', unit_sold: 'mail' });
  });

  it('belong to one person in one workspace and mode', async () => {
    await ask('PUT', { task_due: 'off' });
    const other = { type: 'user', id: 'person_2', name: 'Olu', role: 'owner', agentId: 'agent_2' };
    expect((await ask('GET', undefined, { actor: other })).body).to.include({ task_due: 'mail' });
    expect((await ask('GET', undefined, { workspaceId: 'ws_other' })).body).to.include({ task_due: 'mail' });
    expect((await ask('GET', undefined, { mode: 'sandbox' })).body).to.include({ task_due: 'mail' });
  });

  it('are refused to keys, and if the choice does not exist', async () => {
    const key = { type: 'key', id: 'key_1', name: 'Website' };
    expect((await ask('GET', undefined, { actor: key })).status).to.equal(403);
    const { status, body } = await ask('PUT', { task_due: 'letter' });
    expect([status, body.details]).to.deep.equal([
      422,
      [{ field: 'task_due', message: 'must be one of: mail, bell, off' }],
    ]);
  });
});
