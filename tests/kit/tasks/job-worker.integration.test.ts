import { setTimeout as sleep } from 'node:timers/promises';
import { conflict } from '@plotline/kit/core/errors';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { JobQueue } from '@plotline/kit/tasks/job-queue';
import { JobMetrics } from '@plotline/kit/tasks/job-worker';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { readMetric } from '../../support/read-metric.js';
import { createCollections } from '../../support/test-runtime.js';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { type CountData, count, startJobs } from './job-fixture.js';

const createOtherQueue = (runtime: ServiceRuntime) =>
  new JobQueue<CountData>(runtime, { collection: 'others', kind: 'other', prefix: 'oth' });

describe('createJobWorker', () => {
  const jobs = useFixturePerTest(startJobs);

  it('runs a job to its end on behalf of its creator, with one event', async () => {
    const { id } = await jobs().create();
    const callers: unknown[] = [];
    const { runtime } = await jobs().addWorker(async (job, context) => {
      const { actor, workspaceId, mode, requestId, plan } = context.caller();
      callers.push({ actor: actor.id, workspaceId, mode, requestId, plan });
      return count(job, context);
    });
    const { status, state, counts, processed, lease_token, error } = await jobs().untilEnded(id);
    expect({ status, state, counts, processed, lease_token, error }).to.deep.equal({
      status: 'completed',
      state: { at: 3 },
      counts: { counted: 3 },
      processed: 3,
      lease_token: null,
      error: null,
    });
    expect(await jobs().events(id)).to.deep.equal(['job.completed']);
    const ended = { kind: 'count', outcome: 'completed' };
    expect(await readMetric(runtime.metrics.registry, 'plotline_job_duration_seconds_count', ended)).to.equal(1);
    expect(callers).to.deep.equal([
      { actor: 'key_test', workspaceId: 'ws_test', mode: 'live', requestId: 'request-test', plan: 'enterprise' },
    ]);
  });

  it('runs each job once, and at most two jobs per workspace at a time, with several replicas', async () => {
    const active = new Map<string, number>();
    const begun: string[] = [];
    let maxActive = 0;
    const work = async (id: string, workspace: string) => {
      begun.push(id);
      active.set(workspace, (active.get(workspace) ?? 0) + 1);
      maxActive = Math.max(maxActive, active.get(workspace) ?? 0);
      // Waits here, because on a busy machine one job could end before another is claimed.
      await eventually(() => expect(maxActive).to.be.at.least(2));
      await sleep(100);
      active.set(workspace, (active.get(workspace) ?? 0) - 1);
    };
    const created = await Promise.all(
      Array.from({ length: 16 }, (_, place) => jobs().create(place % 2 ? 'ws_one' : 'ws_two')),
    );
    const run = async ({ id }: { readonly id: string }, context: { caller(): { readonly workspaceId: string } }) => {
      await work(id, context.caller().workspaceId);
      return undefined;
    };
    await Promise.all(Array.from({ length: 3 }, () => jobs().addWorker(run)));
    for (const [place, { id }] of created.entries()) await jobs().untilEnded(id, place % 2 ? 'ws_one' : 'ws_two');
    expect(begun.sort()).to.deep.equal(created.map(({ id }) => id).sort());
    expect(maxActive).to.equal(2);
  });

  it('runs the jobs of the workspaces in turn', async () => {
    for (let place = 0; place < 5; place += 1) await jobs().create('ws_busy');
    const last = await jobs().create('ws_quiet');
    const order: string[] = [];
    const run = async (_job: unknown, context: { caller(): { readonly workspaceId: string } }) => {
      order.push(context.caller().workspaceId);
      return undefined;
    };
    await jobs().addWorker(run, { maxRunning: 1 });
    await jobs().untilEnded(last.id, 'ws_quiet');
    expect(order.slice(0, 2)).to.deep.equal(['ws_busy', 'ws_quiet']);
  });

  it('fails a job with the Problem that its work throws', async () => {
    const { id } = await jobs().create();
    await jobs().addWorker(async () => {
      throw conflict('The file is gone.');
    });
    const { status, error } = await jobs().untilEnded(id);
    expect({ status, error }).to.deep.equal({
      status: 'failed',
      error: { code: 'CONFLICT', message: 'The file is gone.' },
    });
    expect(await jobs().events(id)).to.deep.equal(['job.failed']);
  });

  it('runs the cleanup after the end of a job is stored, and keeps that end if the cleanup fails', async () => {
    const [done, failed, stuck] = [await jobs().create(), await jobs().create(), await jobs().create()];
    const removed: unknown[] = [];
    await jobs().addWorker(
      async ({ id }) => {
        if (id === failed.id) throw conflict('The file is gone.');
        return undefined;
      },
      {
        onEnd: async ({ id, status }) => {
          const stored = await jobs().read(id);
          removed.push([id, status, stored.status]);
          if (id === stuck.id) throw new Error('The file cannot be removed.');
        },
      },
    );
    await eventually(() => expect(removed).to.have.length(3));
    expect(removed).to.have.deep.members([
      [done.id, 'completed', 'completed'],
      [failed.id, 'failed', 'failed'],
      [stuck.id, 'completed', 'completed'],
    ]);
    expect(await jobs().events(stuck.id)).to.deep.equal(['job.completed']);
  });

  it('stores other writes in the transaction of the commit', async () => {
    const { id } = await jobs().create();
    await jobs().addWorker(async (_job, { commit }) => {
      await commit({ counts: { counted: 1 } });
      await commit({ counts: { counted: 2 } }, async () => {
        throw conflict('refused');
      });
      return undefined;
    });
    const { status, counts } = await jobs().untilEnded(id);
    expect({ status, counts }).to.deep.equal({ status: 'failed', counts: { counted: 1 } });
  });

  it('measures the number of jobs by status, and the longest wait', async () => {
    await jobs().create();
    const { id } = await jobs().create();
    await jobs().cancel(id);
    jobs().advance(60_000);
    const { runtime } = await jobs().addWorker(count, { maxRunning: 0 });
    await eventually(async () => {
      const text = await runtime.metrics.registry.metrics();
      expect(text).to.match(/plotline_jobs\{kind="count",mode="live",status="queued",.*\} 1\n/);
      expect(text).to.match(/plotline_jobs\{kind="count",mode="live",status="cancelled",.*\} 1\n/);
      expect(text).to.match(/plotline_jobs_oldest_queued_seconds\{kind="count",mode="live",.*\} 6\d/);
    });
  });

  it('omits metrics of kinds that cannot be counted, and reports the others', async () => {
    await jobs().create();
    const { runtime, queue } = await jobs().addReplica();
    const [counted, others] = [queue, createOtherQueue(runtime)].map((one) => new JobMetrics(one, runtime));
    await createCollections(runtime);
    await runtime.databases.sandbox.collection('counts').dropIndexes();
    for (const metrics of [counted, others]) metrics?.start();
    await runtime.metrics.registry.metrics();
    for (const metrics of [counted, others]) await metrics?.stop();
    const text = await runtime.metrics.registry.metrics();
    expect(text).to.not.include('kind="count"');
    expect(text).to.match(/plotline_jobs\{kind="other",mode="live",status="queued",.*\} 0\n/);
    expect(text).to.match(/plotline_jobs_oldest_queued_seconds\{kind="other",mode="live",.*\} 0\n/);
  });
});
