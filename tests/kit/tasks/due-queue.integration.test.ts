import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { DueQueue, type QueuedWork } from '@plotline/kit/tasks/due-queue';
import { createDueWorker, FailedRun, type NextRun, runEach } from '@plotline/kit/tasks/due-work';
import { expect } from 'chai';
import { createCollections, createTestRuntime, removeRuntime } from '../../support/test-runtime.js';

const one: Tenant = { workspaceId: 'ws_one', mode: 'live' };
const two: Tenant = { workspaceId: 'ws_two', mode: 'live' };

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1, 0, 0, seconds));

describe('DueQueue', () => {
  let runtime: ServiceRuntime;
  let queue: DueQueue;
  beforeEach(async () => {
    runtime = await createTestRuntime('due_queue');
    queue = new DueQueue(runtime, 'queue');
    await createCollections(runtime);
    await runtime.databases.live.createCollection('leases');
    await runtime.databases.sandbox.createCollection('leases');
  });
  afterEach(() => removeRuntime(runtime));

  function enqueue(tenant: Tenant, subjectIds: readonly string[], seconds: number, requestId = 'req_1'): Promise<void> {
    return queue.enqueue(tenant, { subjectIds, requestId, since: at(seconds), dueAt: at(seconds) });
  }

  async function findNext(afterWorkspace = '', now = at(60)): Promise<string[]> {
    const found = await queue.findNext('live', now, 10, afterWorkspace);
    return found.map(({ workspace_id, subject_id }) => `${workspace_id} ${subject_id}`);
  }

  it('has one record for each subject, however many enqueue it at the same time', async () => {
    const subjects = ['unit_a', 'unit_b', 'unit_a'];
    const tenants = Array.from({ length: 10 }, (_, place) => (place % 2 ? one : two));
    await Promise.all(tenants.map((tenant, place) => enqueue(tenant, subjects, place)));
    expect((await findNext()).sort()).to.deep.equal(['ws_one unit_a', 'ws_one unit_b']);
    expect((await findNext('ws_one')).sort()).to.deep.equal(['ws_two unit_a', 'ws_two unit_b']);
    expect(await queue.findNext('sandbox', at(60), 10)).to.deep.equal([]);
  });

  it('returns the workspaces in turn, and the longest due first in each', async () => {
    await enqueue(one, ['unit_b'], 2);
    await enqueue(one, ['unit_a'], 1);
    await enqueue(two, ['unit_c'], 0);
    expect(await findNext()).to.deep.equal(['ws_one unit_a', 'ws_one unit_b']);
    expect(await findNext('ws_one')).to.deep.equal(['ws_two unit_c']);
    expect(await findNext('ws_two')).to.deep.equal(['ws_one unit_a', 'ws_one unit_b']);
    expect(await findNext('ws_one', at(0))).to.deep.equal(['ws_two unit_c']);
  });

  it('keeps the earlier time of a re-enqueued subject, and ignores the result of an earlier run', async () => {
    await enqueue(one, ['unit_a'], 1);
    const before = await queue.findNext('live', at(60), 10);
    await enqueue(one, ['unit_a'], 50, 'req_2');
    for (const next of [null, { due_at: at(100) }]) {
      await queue.reschedule(one, new Map(before.map((work) => [work, next])));
    }
    const [after] = await queue.findNext('live', at(60), 10);
    expect(after).to.deep.include({ due_at: at(1), since: at(50), request_id: 'req_2' });
  });

  it('keeps work until it is done', async () => {
    await enqueue(one, ['unit_a', 'unit_b'], 1);
    const works = await queue.findNext('live', at(60), 10);
    const next = ({ subject_id }: QueuedWork): NextRun => (subject_id === 'unit_a' ? null : { due_at: at(90) });
    await queue.reschedule(one, new Map(works.map((work) => [work, next(work)])));
    expect(await findNext()).to.deep.equal([]);
    expect(await findNext('', at(90))).to.deep.equal(['ws_one unit_b']);
    const [rest] = await queue.findNext('live', at(90), 10);
    if (!rest) throw new Error('nothing is due');
    await queue.reschedule(one, new Map([[rest, null]]));
    expect(await runtime.databases.live.collection('queue').countDocuments()).to.equal(0);
  });

  describe('with a worker', () => {
    function createWorker(run: (work: QueuedWork) => Promise<NextRun>, now = at(60)) {
      return createDueWorker({
        name: 'worker',
        // Rounds don't end before their work does.
        intervalMs: 60_000,
        maxBatch: 2,
        work: queue,
        clock: () => now,
        runtime,
        run: runEach((_tenant, work) => run(work)),
      });
    }

    it('runs all due work, one workspace after the other', async () => {
      await enqueue(one, ['unit_a', 'unit_b', 'unit_c'], 1);
      await enqueue(two, ['unit_d'], 2);
      await enqueue(two, ['unit_e'], 61);
      const ran: string[] = [];
      await createWorker(async ({ subject_id }) => {
        ran.push(subject_id);
        return null;
      }).run();
      expect(ran.slice(0, 2).concat(ran.slice(3)).sort()).to.deep.equal(['unit_a', 'unit_b', 'unit_c']);
      expect(ran[2]).to.equal('unit_d');
      expect(await findNext('', at(100))).to.deep.equal(['ws_two unit_e']);
    });

    it('repeats failed work after five seconds, and other work only as its run says', async () => {
      await enqueue(one, ['unit_a', 'unit_b'], 1);
      await createWorker(async ({ subject_id }) => {
        if (subject_id === 'unit_a') throw new Error('refused by the test');
        return { due_at: at(90) };
      }).run();
      expect(await findNext('', at(64))).to.deep.equal([]);
      expect(await findNext('', at(65))).to.deep.equal(['ws_one unit_a']);
      expect(await findNext('', at(90))).to.deep.equal(['ws_one unit_a', 'ws_one unit_b']);
    });

    it('leaves unfinished work due', async () => {
      await enqueue(one, ['unit_a', 'unit_b'], 1);
      const works = await queue.findNext('live', at(60), 10);
      const run = runEach<QueuedWork>(async () => {
        throw new Error('refused by the test');
      });
      let asked = 0;
      const results = await run(one, works, async () => {
        asked += 1;
        return asked === 1;
      });
      expect([...results.keys()]).to.deep.equal(works.slice(0, 1));
      expect([...results.values()][0]).to.be.instanceOf(FailedRun);
    });
  });
});
