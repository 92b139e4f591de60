import { fromStart, type Wrong } from '@plotline/kit/ops/rebuilds/rebuild';
import { up } from '@plotline/pipeline/migrations/0002-follow-up-tasks';
import { rebuildFollowUps } from '@plotline/pipeline/tasks/work/rebuild-follow-ups';
import { expect } from 'chai';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

const due = new Date('2026-05-02T09:00:00.000Z');

interface Stored {
  readonly _id: string;
}

describe('the follow-up of a lead that an earlier release stored', () => {
  const pipeline = useFixturePerTest(startPipeline);

  const collection = (name: string) => pipeline().runtime.databases.live.collection<Stored>(name);

  async function createFormerLead() {
    const { id } = await pipeline().lead();
    await collection('leads').updateOne(
      { _id: id },
      { $set: { next_follow_up: due }, $unset: { follow_up_task: true, follow_up_at: true } },
    );
    return id;
  }

  const dueTasks = async (id: string) =>
    (await pipeline().request('GET', `/v1/tasks?lead_id=${id}`)).body.map(({ due_at }: { due_at: string }) => due_at);

  it('gets its task from the migration, once, without a new version', async () => {
    const id = await createFormerLead();
    const before = await pipeline().request('GET', `/v1/leads/${id}`);
    const told: object[] = [];
    const log = { info: (fields: object) => void told.push(fields) };
    const database = pipeline().runtime.databases.live;
    await up({ mode: 'live', database, log });
    await collection('tasks').deleteMany({});
    // Simulates an interruption after which the lead is stored but its task isn't.
    await up({ mode: 'live', database, log });
    expect(told.map((fields) => Reflect.get(fields, 'stored'))).to.deep.equal([1, 0]);
    expect(await dueTasks(id)).to.deep.equal([due.toISOString()]);
    const after = await pipeline().request('GET', `/v1/leads/${id}`);
    expect([after.body, after.headers.get('etag')]).to.deep.equal([before.body, before.headers.get('etag')]);
  });

  it('gets its task when a task next changes', async () => {
    const id = await createFormerLead();
    await pipeline().create('/v1/tasks', { lead_id: id, title: 'Call', due_at: '2026-05-01T09:00:00.000Z' });
    expect(await dueTasks(id)).to.have.members(['2026-05-01T09:00:00.000Z', due.toISOString()]);
  });

  it('is corrected by the rebuild, even if it differs from the earliest open task', async () => {
    const former = await createFormerLead();
    const { id } = await pipeline().lead({ next_follow_up: due.toISOString() });
    await collection('leads').updateOne({ _id: id }, { $set: { next_follow_up: null, follow_up_at: null } });
    const { context } = pipeline();
    const found: Wrong[] = [];
    const dryRun = { workspaceId: 'ws_test', onWrong: (wrong: Wrong) => void found.push(wrong) };
    await rebuildFollowUps(context, 'live', { ...fromStart, dryRun });
    expect(found.map((wrong) => wrong.id)).to.have.members([former, id]);
    expect(await rebuildFollowUps(context, 'live')).to.deep.equal({ checked: 2, corrected: 2 });
    expect(await rebuildFollowUps(context, 'live')).to.deep.equal({ checked: 2, corrected: 0 });
    expect(await dueTasks(former)).to.deep.equal([due.toISOString()]);
    expect((await pipeline().request('GET', `/v1/leads/${id}`)).body.next_follow_up).to.equal(due.toISOString());
  });
});
