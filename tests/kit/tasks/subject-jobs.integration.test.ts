import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { runInTransaction } from '@plotline/kit/store/transactions/transaction';
import { createDeferredWorker, FailedRun, type NextRun, runEach } from '@plotline/kit/tasks/deferred-jobs';
import { type SubjectJob, SubjectJobs } from '@plotline/kit/tasks/subject-jobs';
import { expect } from 'chai';
import { pino } from 'pino';
import { createCollections, createTestRuntime, removeRuntime } from '../../support/test-runtime.js';

const one: Tenant = { workspaceId: 'ws_one', mode: 'live' };
const two: Tenant = { workspaceId: 'ws_two', mode: 'live' };

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1, 0, 0, seconds));

describe('SubjectJobs', () => {
  let runtime: ServiceRuntime;
  let queue: SubjectJobs;
  beforeEach(async () => {
    runtime = await createTestRuntime('subject_jobs');
    queue = new SubjectJobs(runtime, 'queue');
    await createCollections(runtime);
  });
  afterEach(() => removeRuntime(runtime));

  function enqueue(tenant: Tenant, subjectIds: readonly string[], seconds: number, requestId = 'req_1'): Promise<void> {
    return queue.enqueue(tenant, { subjectIds, requestId, since: at(seconds), resumeAt: at(seconds) });
  }

  async function findDue(afterWorkspace = '', now = at(60)): Promise<string[]> {
    const found = await queue.findDue('live', now, 10, afterWorkspace);
    return found.map(({ workspace_id, subject_id }) => `${workspace_id} ${subject_id}`);
  }

  it('stores one record per subject, even if many callers enqueue it simultaneously', async () => {
    const subjects = ['unit_a', 'unit_b', 'unit_a'];
    const tenants = Array.from({ length: 10 }, (_, place) => (place % 2 ? one : two));
    await Promise.all(tenants.map((tenant, place) => enqueue(tenant, subjects, place)));
    expect((await findDue()).sort()).to.deep.equal(['ws_one unit_a', 'ws_one unit_b']);
    expect((await findDue('ws_one')).sort()).to.deep.equal(['ws_two unit_a', 'ws_two unit_b']);
    expect(await queue.findDue('sandbox', at(60), 10)).to.deep.equal([]);
  });

  it('adds work with the transaction that causes it, or not at all', async () => {
    const work = { subjectIds: ['unit_a'], requestId: 'req_1', since: at(0), resumeAt: at(0) };
    for (const isRefused of [true, false]) {
      const stored = runInTransaction(runtime.databases.live, Date.now() + 10_000, async (session) => {
        await queue.enqueue(one, work, session);
        if (isRefused) throw new Error('refused by the test');
      });
      await stored.catch(() => undefined);
      expect(await findDue()).to.deep.equal(isRefused ? [] : ['ws_one unit_a']);
    }
  });

  it("returns the workspaces in turn, and each workspace's work in order of due time", async () => {
    await enqueue(one, ['unit_b'], 2);
    await enqueue(one, ['unit_a'], 1);
    await enqueue(two, ['unit_c'], 0);
    expect(await findDue()).to.deep.equal(['ws_one unit_a', 'ws_one unit_b']);
    expect(await findDue('ws_one')).to.deep.equal(['ws_two unit_c']);
    expect(await findDue('ws_two')).to.deep.equal(['ws_one unit_a', 'ws_one unit_b']);
    expect(await findDue('ws_one', at(0))).to.deep.equal(['ws_two unit_c']);
  });

  it('keeps the earlier due time of a re-enqueued subject, and ignores the result of an earlier run', async () => {
    await enqueue(one, ['unit_a'], 1);
    const before = await queue.findDue('live', at(60), 10);
    await enqueue(one, ['unit_a'], 50, 'req_2');
    for (const next of [null, { resume_at: at(100) }]) {
      await queue.reschedule(one, new Map(before.map((work) => [work, next])));
    }
    const [after] = await queue.findDue('live', at(60), 10);
    expect(after).to.deep.include({ resume_at: at(1), since: at(50), request_id: 'req_2' });
  });

  it('keeps work until it is done', async () => {
    await enqueue(one, ['unit_a', 'unit_b'], 1);
    const works = await queue.findDue('live', at(60), 10);
    const next = ({ subject_id }: SubjectJob): NextRun => (subject_id === 'unit_a' ? null : { resume_at: at(90) });
    await queue.reschedule(one, new Map(works.map((work) => [work, next(work)])));
    expect(await findDue()).to.deep.equal([]);
    expect(await findDue('', at(90))).to.deep.equal(['ws_one unit_b']);
    const [rest] = await queue.findDue('live', at(90), 10);
    if (!rest) throw new Error('nothing is due');
    await queue.reschedule(one, new Map([[rest, null]]));
    expect(await runtime.databases.live.collection('queue').countDocuments()).to.equal(0);
  });

  describe('with a worker', () => {
    function createWorker(run: (job: SubjectJob) => Promise<NextRun>, now = at(60), on = runtime) {
      return createDeferredWorker({
        name: 'worker',
        // The interval is so long that no second round begins before the work is done.
        intervalMs: 60_000,
        maxBatch: 2,
        jobs: queue,
        clock: () => now,
        runtime: on,
        run: runEach((_tenant, job) => run(job)),
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
      expect(await findDue('', at(100))).to.deep.equal(['ws_two unit_e']);
    });

    it('serves several workspaces concurrently if configured, each with one run', async () => {
      await enqueue(one, ['unit_a', 'unit_b'], 1);
      await enqueue(two, ['unit_c'], 2);
      const running = new Set<string>();
      let release: () => void = () => undefined;
      const bothRun = new Promise<void>((resolve) => {
        release = resolve;
      });
      await createDeferredWorker({
        name: 'worker',
        intervalMs: 60_000,
        maxBatch: 2,
        maxWorkspaces: 5,
        jobs: queue,
        clock: () => at(60),
        runtime,
        run: runEach(async ({ workspaceId }) => {
          running.add(workspaceId);
          if (running.size === 2) release();
          // Ends only if the other workspace is also served in the meantime.
          await bothRun;
          return null;
        }),
      }).run();
      expect([...running].sort()).to.deep.equal(['ws_one', 'ws_two']);
      expect(await findDue()).to.deep.equal([]);
    });

    it('repeats failed work after five seconds, and other work at the time that its run returned', async () => {
      await enqueue(one, ['unit_a', 'unit_b'], 1);
      await createWorker(async ({ subject_id }) => {
        if (subject_id === 'unit_a') throw new Error('refused by the test');
        return { resume_at: at(90) };
      }).run();
      expect(await findDue('', at(64))).to.deep.equal([]);
      expect(await findDue('', at(65))).to.deep.equal(['ws_one unit_a']);
      expect(await findDue('', at(90))).to.deep.equal(['ws_one unit_a', 'ws_one unit_b']);
    });

    it('logs failed work with its workspace and mode', async () => {
      await enqueue(one, ['unit_a'], 1);
      const lines: Record<string, unknown>[] = [];
      const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
      const fail = () => Promise.reject(new Error('refused by the test'));
      await createWorker(fail, at(60), { ...runtime, log }).run();
      expect(lines).to.have.length(1);
      expect(lines[0]).to.include({ msg: 'deferred job failed', workspace_id: 'ws_one', mode: 'live' });
    });

    it('leaves unfinished work due', async () => {
      await enqueue(one, ['unit_a', 'unit_b'], 1);
      const works = await queue.findDue('live', at(60), 10);
      const run = runEach<SubjectJob>(async () => {
        throw new Error('refused by the test');
      });
      let asked = 0;
      const results = await run(one, works, () => {
        asked += 1;
        return asked === 1;
      });
      expect([...results.keys()]).to.deep.equal(works.slice(0, 1));
      expect([...results.values()][0]).to.be.instanceOf(FailedRun);
    });
  });
});
