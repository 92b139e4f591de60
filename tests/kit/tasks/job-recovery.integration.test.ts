import { conflict, unavailable } from '@plotline/kit/core/errors';
import type { RunJob } from '@plotline/kit/tasks/job-work';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { ManualTime } from '../../support/manual-time.js';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { type CountData, count, createGate, startJobs, untilAborted } from './job-fixture.js';

/** Longer than a lease. */
const leaseOverMs = 16_000;

describe('the recovery of interrupted jobs', () => {
  const jobs = useFixturePerTest(startJobs);

  it('takes a job over from a silent worker, which can no longer commit', async () => {
    const { id } = await jobs().create('ws_test', 5);
    const [begun, awake] = [createGate(), createGate()];
    const late: unknown[] = [];
    const run: RunJob<CountData> = async (_job, { commit }) => {
      await commit({ state: { at: 2 }, counts: { counted: 2 }, processed: 2 });
      begun.open();
      await awake.opened;
      const write = async () => void late.push('written');
      late.push(
        await commit({ state: { at: 99 }, counts: { counted: 99 } }, write).catch((error: Error) => error.name),
      );
      return { counts: { counted: 99 } };
    };
    // The worker's own clock doesn't advance. So its renewals don't extend the lease by the other worker's clock.
    await jobs().addWorker(run, {}, () => new Date());
    await begun.opened;
    jobs().advance(leaseOverMs);
    const from: number[] = [];
    await jobs().addWorker(async (job, context) => {
      from.push(job.state.at);
      return count(job, context);
    });
    const { status, counts } = await jobs().untilEnded(id);
    awake.open();
    await eventually(() => expect(late).to.have.length(1));
    expect({ status, counts, from }).to.deep.equal({ status: 'completed', counts: { counted: 5 }, from: [2] });
    expect(late).to.deep.equal(['LeaseLost']);
    expect((await jobs().read(id)).counts).to.deep.equal({ counted: 5 });
    expect(await jobs().events(id)).to.deep.equal(['job.completed']);
  });

  it('releases a job when its process stops, so that another process continues immediately', async () => {
    const { id } = await jobs().create('ws_test', 4);
    const begun = createGate();
    const { worker } = await jobs().addWorker(async (_job, { commit, signal }) => {
      await commit({ state: { at: 1 }, counts: { counted: 1 }, processed: 1 });
      begun.open();
      return untilAborted(signal);
    });
    await begun.opened;
    await worker.stop();
    const { status, lease_token, attempts } = await jobs().read(id);
    expect({ status, lease_token, attempts }).to.deep.equal({ status: 'running', lease_token: null, attempts: 0 });
    await jobs().addWorker(count);
    expect(await jobs().untilEnded(id)).to.include({ status: 'completed', processed: 4 });
  });

  it('retries a job after an outage, from its last commit', async () => {
    const { id } = await jobs().create('ws_test', 4);
    const begun: number[] = [];
    await jobs().addWorker(async (job, context) => {
      begun.push(job.state.at);
      if (begun.length > 1) return count(job, context);
      await context.commit({ state: { at: 2 }, counts: { counted: 2 }, processed: 2 });
      throw unavailable('The service is away.');
    });
    const { status, counts } = await jobs().untilEnded(id);
    expect({ status, counts, begun }).to.deep.equal({ status: 'completed', counts: { counted: 4 }, begun: [0, 2] });
  });

  it('stores the end of a job after an outage, and treats any other failure as a failure of the work', async () => {
    const failures = [unavailable('The database is away.'), conflict('It is there already.')];
    for (const failure of failures) {
      const { id } = await jobs().create('ws_test', 1);
      const tried = { work: 0, end: 0 };
      const { worker } = await jobs().addWorker(async () => {
        tried.work += 1;
        const write = async () => {
          tried.end += 1;
          if (tried.end === 1) throw failure;
        };
        return { write };
      });
      const { status, error } = await jobs().untilEnded(id);
      await worker.stop();
      const isOutage = failure.code === 'SERVICE_UNAVAILABLE';
      expect({ status, tried }).to.deep.equal({
        status: isOutage ? 'completed' : 'failed',
        tried: { work: 1, end: isOutage ? 2 : 1 },
      });
      expect(error?.message).to.equal(isOutage ? undefined : failure.message);
      expect(await jobs().events(id)).to.deep.equal([`job.${status}`]);
    }
  });

  it('continues a started job before queued jobs that have waited longer', async () => {
    const tenant = { workspaceId: 'ws_test', mode: 'live' } as const;
    const records = jobs().queue.collection.in(tenant);
    const job = await jobs().create();
    const begun = [job.id, (await jobs().create()).id];
    // A service's maintenance jobs have no limit. Operators may let any number of jobs continue.
    const waiting = Array.from({ length: 60 }, () => ({ ...job, id: jobs().queue.newId(), resume_at: new Date(0) }));
    await records.insert(waiting);
    const crashed = { status: 'running', attempts: 1, lease_token: 'of a process that died' };
    for (const _id of begun) await records.update({ _id }, { $set: crashed });
    await jobs().addWorker(count);
    for (const id of begun) expect(await jobs().untilEnded(id)).to.include({ status: 'completed' });
  });

  it('gives up on a job whose processes keep dying', async () => {
    const { id } = await jobs().create();
    const records = jobs().queue.collection.in({ workspaceId: 'ws_test', mode: 'live' });
    const crashed = { status: 'running', attempts: 12, lease_token: 'of a process that died', resume_at: new Date() };
    await records.update({ _id: id }, { $set: crashed });
    await jobs().addWorker(async () => {
      throw new Error('begun once more');
    });
    const { status, error } = await jobs().untilEnded(id);
    expect({ status, code: error?.code }).to.deep.equal({ status: 'failed', code: 'INTERNAL_ERROR' });
  });

  it('gives up on a job only after it lost its lease twice without a commit in between', async () => {
    const records = jobs().queue.collection.in({ workspaceId: 'ws_test', mode: 'live' });
    const lost = {
      status: 'running',
      attempts: 1,
      lease_token: 'of a process that stands still',
      resume_at: new Date(),
    };
    const [first, second] = [await jobs().create(), await jobs().create()];
    await records.update({ _id: first.id }, { $set: { ...lost, lost_leases: 0 } });
    await records.update({ _id: second.id }, { $set: { ...lost, lost_leases: 1 } });
    await jobs().addWorker(count);
    expect(await jobs().untilEnded(first.id)).to.include({ status: 'completed', lost_leases: 0 });
    const { status, error } = await jobs().untilEnded(second.id);
    expect({ status, code: error?.code }).to.deep.equal({ status: 'failed', code: 'INTERNAL_ERROR' });
  });

  it('interrupts stalled work, and retries it', async () => {
    const { id } = await jobs().create();
    const time = new ManualTime();
    let attempts = 0;
    await jobs().addWorker(
      async (job, context) => {
        attempts += 1;
        if (attempts > 1) return count(job, context);
        return untilAborted(context.signal);
      },
      { stallMs: 60_000, time },
    );
    await eventually(() => expect(attempts).to.equal(1));
    await time.passUntil(() => expect(time.monotonic()).to.be.above(60_000), 3_000);
    await time.passUntil(async () => expect(await jobs().read(id)).to.include({ status: 'completed' }), 100);
    expect(attempts).to.equal(2);
  });
});
