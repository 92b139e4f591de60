import type { InboundEvent } from '@plotline/kit/broker/message';
import { eraseLead } from '@plotline/webhook/deliveries/work/erase-lead';
import { followDueRecords } from '@plotline/webhook/notices/work/follow-due-records';
import { createReminder } from '@plotline/webhook/notices/work/remind';
import { expect } from 'chai';
import { useWebhookFixture } from '../support/webhook-fixture.js';
import { createEvent } from '../support/webhook-service.js';

const hour = 3_600_000;

describe('GET /v1/notifications about tasks and holds that are due', () => {
  const fixture = useWebhookFixture({ servicePerTest: true });
  const workspaceId = () => fixture.subscriber.workspaceId;
  const now = () => fixture.service.context.clock().getTime();
  let changes = 0;

  interface TaskOptions {
    readonly name?: string;
    readonly mode?: 'live' | 'sandbox';
    readonly agent?: string | null;
    readonly dueInMs?: number;
    readonly done?: boolean;
    readonly changedAt?: number;
  }

  function task(id: string, options: TaskOptions = {}): InboundEvent {
    const { name = 'task.updated', mode, agent = 'agent_1', dueInMs = hour, done = false } = options;
    const updated_at = new Date(options.changedAt ?? now() + changes++).toISOString();
    const data = {
      id,
      lead_id: 'lead_1',
      title: `Call about ${id}`,
      due_at: new Date(now() + dueInMs).toISOString(),
      assigned_agent: agent,
      done_at: done ? updated_at : null,
      updated_at,
    };
    return createEvent(name, {
      workspaceId: workspaceId(),
      timestamp: new Date(updated_at),
      data,
      ...(mode && { mode }),
    });
  }

  async function tell(...events: readonly InboundEvent[]): Promise<void> {
    const consumer = followDueRecords(fixture.service.context);
    await Promise.all(events.map((event) => consumer.handle(event)));
  }

  /** Lets time pass, and creates the reminders that are due. */
  async function pass(milliseconds: number): Promise<void> {
    fixture.service.advanceClock(milliseconds);
    await createReminder(fixture.service.context).run();
  }

  async function readMessages(agentId = 'agent_1', by: object = {}): Promise<string[]> {
    const actor = { type: 'user' as const, id: `person of ${agentId}`, name: 'Ada', role: 'agent', agentId };
    const as = { workspaceId: workspaceId(), actor, ...by };
    const { body } = await fixture.service.request('GET', '/v1/notifications?type=task.due,hold.expiring', { as });
    return body.map(({ message }: { message: string }) => message);
  }

  it('remind only the agent when a task is due, once', async () => {
    const event = task('task_1');
    await tell(event, event);
    await pass(hour - 60_000);
    expect(await readMessages()).to.deep.equal([]);
    await pass(61_000);
    await tell(event);
    await pass(1_000);
    expect(await readMessages()).to.deep.equal(['“Call about task_1” is due.']);
    expect(await readMessages('agent_2')).to.deep.equal([]);
    expect(await readMessages('agent_1', { workspaceId: 'ws_other' })).to.deep.equal([]);
  });

  it('show one reminder with the number of tasks that become due together', async () => {
    await tell(task('task_1'), task('task_2'), task('task_3'), task('task_4', { agent: 'agent_2' }));
    await pass(hour + 1_000);
    expect(await readMessages()).to.deep.equal(['3 tasks are due.']);
    expect(await readMessages('agent_2')).to.deep.equal(['“Call about task_4” is due.']);
  });

  it("use a task's latest change, in any order of its events", async () => {
    const [at] = [now()];
    await tell(task('task_1', { dueInMs: 3 * hour, changedAt: at + 20 }));
    await tell(task('task_1', { dueInMs: hour, changedAt: at + 10 }));
    await tell(task('task_2', { done: true, changedAt: at + 20 }), task('task_2', { changedAt: at + 10 }));
    await tell(task('task_3', { name: 'task.deleted', changedAt: at + 20 }), task('task_3', { changedAt: at + 10 }));
    await tell(task('task_4', { agent: null }));
    await pass(2 * hour);
    expect(await readMessages()).to.deep.equal([]);
    await pass(hour + 1_000);
    expect(await readMessages()).to.deep.equal(['“Call about task_1” is due.']);
  });

  it('remind again of a postponed task, but not of a task that was overdue when it was created', async () => {
    await tell(task('task_1'), task('task_2', { dueInMs: -hour }));
    await pass(hour + 1_000);
    await tell(task('task_1'));
    await pass(hour + 1_000);
    expect(await readMessages()).to.deep.equal(['“Call about task_1” is due.', '“Call about task_1” is due.']);
  });

  it('show the surviving lead after a merge, even if two merges are handled in reverse order', async () => {
    const merge = (lead_id: string, merged_ids: readonly string[], mode: 'live' | 'sandbox' = 'live') =>
      createEvent('merging.lead', { workspaceId: workspaceId(), mode, data: { lead_id, merged_ids } });
    await tell(task('task_1'));
    await tell(merge('lead_sandbox', ['lead_1'], 'sandbox'));
    await tell(merge('lead_3', ['lead_1', 'lead_2']));
    await tell(merge('lead_2', ['lead_1']));
    await pass(hour + 1_000);
    const actor = { type: 'user' as const, id: 'person', name: 'Ada', role: 'agent', agentId: 'agent_1' };
    const as = { workspaceId: workspaceId(), actor };
    const { body } = await fixture.service.request('GET', '/v1/notifications?type=task.due', { as });
    expect(body.map(({ data }: { data: { lead_id: string } }) => data.lead_id)).to.deep.equal(['lead_3']);
  });

  it('remind a day before a hold expires, according to its latest state', async () => {
    const hold = (id: string, change: object = {}) => {
      const updated_at = new Date(now() + changes++).toISOString();
      const expires_at = new Date(now() + 72 * hour).toISOString();
      const record = { id, lead_id: 'lead_1', property_id: 'prop_1', agent_id: 'agent_1', status: 'active' };
      const data = { ...record, expires_at, updated_at, ...change };
      return createEvent('hold.created', { workspaceId: workspaceId(), timestamp: new Date(updated_at), data });
    };
    await tell(hold('hold_1'), hold('hold_2'), hold('hold_3', { status: 'queued', expires_at: null }));
    await tell(hold('hold_2', { status: 'released' }));
    await pass(47 * hour);
    expect(await readMessages()).to.deep.equal([]);
    await pass(hour + 60_000);
    expect(await readMessages()).to.deep.equal(['One of your holds expires within a day.']);
    await tell(hold('hold_1'));
    await pass(48 * hour + 60_000);
    expect(await readMessages(), 'after an extension').to.have.length(2);
  });

  it('omit the sandbox, and omit erased leads even if an event comes after the erasure', async () => {
    const erase = createEvent('erasure.lead', { workspaceId: workspaceId(), data: { lead_id: 'lead_1' } });
    await tell(task('task_1', { mode: 'sandbox' }), task('task_2'));
    await eraseLead(fixture.service.context).handle(erase);
    await tell(task('task_3'));
    await pass(hour + 1_000);
    expect(await readMessages()).to.deep.equal([]);
    const { live } = fixture.service.runtime.databases;
    expect(await live.collection('reminders').countDocuments({ workspace_id: workspaceId() })).to.equal(0);
  });
});
