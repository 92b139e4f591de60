import { expect } from 'chai';
import { importRows, newImportId } from '../../../support/import-rows.js';
import { removeImported } from '../../../support/remove-imported.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

const toDay = (day: number) => `2026-05-0${day}T09:00:00.000Z`;

describe('the next follow-up of a lead and its tasks', () => {
  const pipeline = useFixture(startPipeline);

  const follow = async (id: string) => (await pipeline().request('GET', `/v1/leads/${id}`)).body.next_follow_up;
  const write = (id: string, body: object) => pipeline().request('PUT', `/v1/leads/${id}`, { body });
  const addTask = (lead_id: string, day: number) =>
    pipeline().create('/v1/tasks', { lead_id, title: `Day ${day}`, due_at: toDay(day) });

  const tasksOf = async (id: string) =>
    (await pipeline().request('GET', `/v1/tasks?lead_id=${id}&sort=due_at&order=asc`)).body;
  const listDue = async (id: string) => (await tasksOf(id)).map(({ due_at }: { due_at: string }) => due_at);

  it('is stored as a task of the lead, which moves with the time and is removed by null', async () => {
    const { id } = await pipeline().lead({ next_follow_up: toDay(2), assigned_agent: 'agent_amira' });
    const [created] = await tasksOf(id);
    expect(created).to.deep.include({
      lead_id: id,
      type: 'follow_up',
      due_at: toDay(2),
      assigned_agent: 'agent_amira',
    });
    expect((await write(id, { next_follow_up: toDay(4) })).body.next_follow_up).to.equal(toDay(4));
    expect(await tasksOf(id)).to.have.nested.property('[0].id', created.id);
    expect((await write(id, { next_follow_up: null })).body.next_follow_up).to.equal(null);
    expect(await tasksOf(id)).to.deep.equal([]);
    const names = (await pipeline().eventNames(id)).filter((name) => name.startsWith('task.'));
    expect(names).to.deep.equal(['task.created', 'task.updated', 'task.deleted']);
  });

  it('is the due time of the earliest open task after any task changes', async () => {
    const { id, updated_at } = await pipeline().lead();
    const late = await addTask(id, 6);
    expect(await follow(id)).to.equal(toDay(6));
    const early = await addTask(id, 3);
    expect(await follow(id)).to.equal(toDay(3));
    await pipeline().request('PUT', `/v1/tasks/${early.id}`, { body: { due_at: toDay(7) } });
    expect(await follow(id)).to.equal(toDay(6));
    await pipeline().request('POST', `/v1/tasks/${late.id}/done`);
    expect(await follow(id)).to.equal(toDay(7));
    await pipeline().request('POST', `/v1/tasks/${late.id}/reopen`);
    expect(await follow(id)).to.equal(toDay(6));
    await pipeline().request('DELETE', `/v1/tasks/${late.id}`);
    await pipeline().request('DELETE', `/v1/tasks/${early.id}`);
    const lead = (await pipeline().request('GET', `/v1/leads/${id}`)).body;
    expect(lead.next_follow_up).to.equal(null);
    expect(lead.updated_at > updated_at).to.equal(true);
    const updates = (await pipeline().events(id)).filter(({ event }) => event === 'lead.updated');
    expect(updates.map(({ previous }) => previous.next_follow_up)).to.deep.equal(
      [null, 6, 3, 6, 7, 6, 7].map((day) => day && toDay(day)),
    );
  });

  it('never changes tasks that people created, and shows the earliest such task after null or a later time', async () => {
    const { id } = await pipeline().lead({ next_follow_up: toDay(2) });
    await addTask(id, 4);
    expect((await write(id, { next_follow_up: toDay(6) })).body.next_follow_up).to.equal(toDay(4));
    expect(await listDue(id)).to.deep.equal([toDay(4), toDay(6)]);
    expect((await write(id, { next_follow_up: toDay(8) })).body.next_follow_up).to.equal(toDay(4));
    expect(await listDue(id)).to.deep.equal([toDay(4), toDay(8)]);
    expect((await write(id, { next_follow_up: null })).body.next_follow_up).to.equal(toDay(4));
    expect(await listDue(id)).to.deep.equal([toDay(4)]);
    const { body } = await pipeline().request('GET', `/v1/leads/${id}`);
    expect((await write(id, body)).body).to.deep.equal(body);
    expect(await listDue(id)).to.deep.equal([toDay(4)]);
  });

  it('gets a new task once its own task is done', async () => {
    const { id } = await pipeline().lead({ next_follow_up: toDay(2) });
    const [own] = await tasksOf(id);
    await pipeline().request('POST', `/v1/tasks/${own.id}/done`);
    expect(await follow(id)).to.equal(null);
    await write(id, { next_follow_up: toDay(5) });
    expect(await listDue(id)).to.deep.equal([toDay(2), toDay(5)]);
  });

  it('follows the lead to another agent, unless someone else has the task', async () => {
    const { id } = await pipeline().lead({ next_follow_up: toDay(2), assigned_agent: 'agent_amira' });
    await write(id, { assigned_agent: 'agent_bruno' });
    const [own] = await tasksOf(id);
    expect(own.assigned_agent).to.equal('agent_bruno');
    await pipeline().request('PUT', `/v1/tasks/${own.id}`, { body: { assigned_agent: 'agent_invited' } });
    await write(id, { assigned_agent: 'agent_amira' });
    expect((await tasksOf(id))[0].assigned_agent).to.equal('agent_invited');
  });

  it('is imported with its task, and undoing the import removes the task with the lead', async () => {
    const import_id = newImportId();
    const record = { name: 'Ana', email: 'ana@import.example', next_follow_up: toDay(3) };
    const [created] = await importRows(pipeline(), { import_id, records: [record] });
    const id = created?.id ?? '';
    expect(await listDue(id)).to.deep.equal([toDay(3)]);
    const [moved] = await importRows(pipeline(), {
      ...{ import_id, mode: 'upsert', firstRow: 2 },
      records: [{ ...record, next_follow_up: toDay(5) }],
    });
    expect(moved?.outcome).to.equal('updated');
    expect(await listDue(id)).to.deep.equal([toDay(5)]);
    expect(await removeImported(pipeline(), import_id, 'leads', [id])).to.deep.equal(['removed']);
    expect(await listDue(id)).to.deep.equal([]);
  });

  it('does not change the lead in an import if another task is due earlier', async () => {
    const { id, email } = await pipeline().lead({ email: 'late@import.example' });
    await addTask(id, 2);
    const records = [{ name: 'Maria Silva', email, next_follow_up: toDay(6) }];
    await importRows(pipeline(), { mode: 'upsert', records });
    expect(await listDue(id)).to.deep.equal([toDay(2), toDay(6)]);
    expect(await follow(id)).to.equal(toDay(2));
  });

  it("is correct after many of a lead's tasks were changed simultaneously", async () => {
    const { id } = await pipeline().lead({ next_follow_up: toDay(9) });
    await Promise.all([
      ...[5, 4, 3].map((day) => addTask(id, day)),
      write(id, { next_follow_up: toDay(8) }),
      write(id, { notes: 'Busy.' }),
    ]);
    expect(await follow(id)).to.equal(toDay(3));
    expect(await listDue(id)).to.deep.equal([3, 4, 5, 8].map(toDay));
  });

  it('is removed with the lead, together with all tasks and their texts in the journal', async () => {
    const { id } = await pipeline().lead({ next_follow_up: toDay(2) });
    const { id: taskId } = await pipeline().create('/v1/tasks', {
      ...{ lead_id: id, due_at: toDay(3) },
      title: 'Ring Xaver Quux',
    });
    expect((await pipeline().request('DELETE', `/v1/leads/${id}`)).status).to.equal(204);
    expect((await pipeline().request('GET', `/v1/tasks/${taskId}`)).status).to.equal(404);
    const { live } = pipeline().runtime.databases;
    for (const name of ['tasks', 'journal']) {
      expect(JSON.stringify(await live.collection(name).find({}).toArray()), name).to.not.include('Quux');
    }
  });
});
