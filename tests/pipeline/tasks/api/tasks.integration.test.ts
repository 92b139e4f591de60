import { maxOpenTasks } from '@plotline/pipeline/tasks/model/task';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

const due_at = '2026-03-08T09:30:00.000Z';

describe('/v1/tasks', () => {
  const pipeline = useFixture(startPipeline);

  /** Creates a task for a new lead in a new workspace. */
  async function createTask(fields: object = {}, lead: object = {}) {
    const { id: lead_id } = await pipeline().lead(lead);
    return pipeline().create('/v1/tasks', { lead_id, title: 'Call', type: 'call', due_at, ...fields });
  }

  const call = (method: string, path: string, options = {}) => pipeline().request(method, `/v1/tasks/${path}`, options);

  it("creates a task for the agent in the body, the lead's agent or the acting agent, in this order", async () => {
    const task = await createTask({}, { assigned_agent: 'agent_amira' });
    expect(task).to.deep.include({ title: 'Call', type: 'call', due_at, assigned_agent: 'agent_amira', done_at: null });
    const { id: lead_id } = await pipeline().lead();
    const as = { actor: { type: 'user', id: 'user_1', name: 'Bruno', role: 'agent', agentId: 'agent_bruno' } } as const;
    const own = await pipeline().create('/v1/tasks', { lead_id, title: ' Mine ', due_at: '2026-03-09' }, as);
    expect(own).to.deep.include({ title: 'Mine', type: 'other', assigned_agent: 'agent_bruno' });
    expect(own.due_at).to.equal('2026-03-09T00:00:00.000Z');
    expect(await createTask({ assigned_agent: null }, { assigned_agent: 'agent_amira' })).to.include({
      assigned_agent: null,
    });
  });

  it('reports every error in a body', async () => {
    const body = { lead_id: 'lead_none', title: ' ', due_at: 'soon', assigned_agent: 'agent_gone' };
    const { status, body: problem } = await pipeline().request('POST', '/v1/tasks', { body });
    expect(status).to.equal(422);
    const fields = problem.details.map(({ field }: { field: string }) => field);
    expect(fields).to.have.members(['lead_id', 'title', 'due_at', 'assigned_agent']);
  });

  it('updates fields under If-Match, and returns 200 without an event if nothing changes', async () => {
    const { id, lead_id } = await createTask();
    const etag = (await call('GET', id)).headers.get('etag') ?? '';
    const changed = await call('PUT', id, {
      body: { title: 'Write', notes: 'In English.' },
      headers: { 'if-match': etag },
    });
    expect(changed.body).to.deep.include({ title: 'Write', type: 'call', notes: 'In English.' });
    const stale = await call('PUT', id, { body: { title: 'Again' }, headers: { 'if-match': etag } });
    expect(stale.status).to.equal(412);
    const before = (await pipeline().journal(lead_id)).length;
    expect((await call('PUT', id, { body: changed.body })).body).to.deep.equal(changed.body);
    expect(await pipeline().journal(lead_id)).to.have.length(before);
    const [event] = (await pipeline().events(lead_id)).filter(({ event: name }) => name === 'task.updated');
    expect(event.previous).to.deep.equal({ title: 'Call', notes: null });
    expect(event.data).to.deep.equal(changed.body);
  });

  it('completes and reopens a task, and changes nothing when repeated', async () => {
    const { id, lead_id } = await createTask();
    const as = { actor: { type: 'user', id: 'user_1', name: 'Amira', role: 'agent', agentId: 'agent_amira' } } as const;
    const done = await call('POST', `${id}/done`, { as });
    expect(done.body.done_by).to.equal('agent_amira');
    expect(done.body.done_at).to.equal(done.body.updated_at);
    expect((await call('POST', `${id}/done`)).body).to.deep.equal(done.body);
    expect((await call('POST', `${id}/reopen`)).body).to.deep.include({ done_at: null, done_by: null });
    expect((await call('POST', `${id}/reopen`)).status).to.equal(200);
    const names = (await pipeline().events(lead_id))
      .map(({ event }) => event)
      .filter((name) => name.startsWith('task.'));
    expect(names).to.deep.equal([
      'task.created',
      ...['task.updated', 'task.completed'],
      ...['task.updated', 'task.reopened'],
    ]);
  });

  it("does not change the lead's last contact when a call task is completed", async () => {
    const { id, lead_id } = await createTask();
    await call('POST', `${id}/done`);
    const readLead = async () => (await pipeline().request('GET', `/v1/leads/${lead_id}`)).body;
    expect((await readLead()).last_contacted).to.equal(null);
    const body = { content: 'Nobody answered.', type: 'call' };
    await pipeline().request('POST', `/v1/leads/${lead_id}/notes`, { body });
    expect((await readLead()).last_contacted).not.to.equal(null);
  });

  it('deletes a task once', async () => {
    const { id, lead_id } = await createTask();
    expect((await call('DELETE', id)).status).to.equal(204);
    expect((await call('DELETE', id)).status).to.equal(404);
    const deleted = (await pipeline().events(lead_id)).find(({ event }) => event === 'task.deleted');
    expect(deleted?.data).to.deep.include({ id, lead_id });
  });

  it("shows each change in the lead's timeline", async () => {
    const { id, lead_id } = await createTask();
    await call('PUT', id, { body: { title: 'Ring' } });
    await call('POST', `${id}/done`);
    const { body } = await pipeline().request('GET', `/v1/leads/${lead_id}/activity?order=asc`);
    const entries = body.filter(({ task_id }: { task_id?: string }) => task_id === id);
    expect(entries.map(({ type }: { type: string }) => type)).to.deep.equal([
      'task_created',
      'task_updated',
      'task_completed',
    ]);
  });

  it('lists tasks by lead, agent, type, state and due time, ordered by due time, with relations', async () => {
    const as = { workspaceId: 'ws_tasks' };
    const lead = await pipeline().lead({}, as);
    const add = (day: number, fields: object) =>
      pipeline().create('/v1/tasks', { lead_id: lead.id, title: `${day}`, due_at: `2026-04-0${day}`, ...fields }, as);
    const first = await add(3, { type: 'call' });
    await add(1, { type: 'email' });
    await add(2, { type: 'viewing' });
    await pipeline().request('POST', `/v1/tasks/${first.id}/done`, { as });
    const titles = async (query: string) => {
      const { body } = await pipeline().request('GET', `/v1/tasks?${query}`, { as });
      return body.map(({ title }: { title: string }) => title);
    };
    expect(await titles('sort=due_at&order=asc')).to.deep.equal(['1', '2', '3']);
    expect(await titles('done=false&sort=due_at&order=desc')).to.deep.equal(['2', '1']);
    expect(await titles('done=true')).to.deep.equal(['3']);
    expect(await titles('type=call,email')).to.have.members(['1', '3']);
    expect(await titles('due_after=2026-04-02&due_before=2026-04-02')).to.deep.equal(['2']);
    expect(await titles(`lead_id=${lead.id}&done=false&sort=due_at&order=asc`)).to.deep.equal(['1', '2']);
    expect(await titles('lead_id=lead_none')).to.deep.equal([]);
    expect(await titles('agent_id=agent_amira')).to.deep.equal([]);
    const { body } = await pipeline().request('GET', `/v1/tasks/${first.id}?expand=lead,agent&fields=title`, { as });
    const { id, name, email, phone, stage } = lead;
    expect(body).to.deep.equal({ id: first.id, title: '3', agent: null, lead: { id, name, email, phone, stage } });
  });

  it('does not show the tasks of another workspace or mode', async () => {
    const { id } = await createTask();
    for (const as of [{ workspaceId: 'ws_other' }, { mode: 'sandbox' }] as const) {
      for (const [method, path] of [
        ['GET', id],
        ['PUT', id],
        ['DELETE', id],
        ['POST', `${id}/done`],
        ['POST', `${id}/reopen`],
      ] as const) {
        const body = method === 'PUT' ? { title: 'Theirs' } : undefined;
        expect((await call(method, path, { as, body })).status, `${method} ${path}`).to.equal(404);
      }
    }
  });

  it('refuses another open task if the lead already has the maximum', async () => {
    const { id, lead_id } = await createTask();
    await call('POST', `${id}/done`);
    const open = { workspace_id: 'ws_test', version: 1, lead_id, derived: { done: false }, done_at: null };
    const tasks = Array.from({ length: maxOpenTasks }, (_, place) => ({
      ...open,
      _id: `task_${place}`,
      title: 'Call',
      type: 'call',
      due_at: new Date(due_at),
    }));
    await pipeline().runtime.databases.live.collection<{ _id: string }>('tasks').insertMany(tasks);
    const body = { lead_id, title: 'One more', due_at };
    const refused = await pipeline().request('POST', '/v1/tasks', { body });
    expect([refused.status, refused.body.reason]).to.deep.equal([409, 'open_task_limit_reached']);
    expect((await call('POST', `${id}/reopen`)).status).to.equal(409);
  });
});
