import { conflict, unavailable } from '@plotline/kit/core/errors';
import type { FinishCancelledJob } from '@plotline/kit/tasks/job-work';
import { expect } from 'chai';
import { refusalOf } from '../../support/refusal-of.js';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { type CountData, count, createGate, startJobs, untilAborted } from './job-fixture.js';

describe('the cancellation of a running job', () => {
  const jobs = useFixturePerTest(startJobs);

  it('ends a running job at its next commit, and keeps the data of that commit', async () => {
    const { id } = await jobs().create('ws_test', 9);
    const [first, cancelled] = [createGate(), createGate()];
    await jobs().addWorker(async (_job, { commit }) => {
      await commit({ state: { at: 1 }, counts: { counted: 1 }, processed: 1 });
      first.open();
      await cancelled.opened;
      await commit({ state: { at: 2 }, counts: { counted: 2 }, processed: 2 });
      throw new Error('The job went on.');
    });
    await first.opened;
    await jobs().cancel(id);
    await jobs().cancel(id);
    cancelled.open();
    const { status, counts, error } = await jobs().untilEnded(id);
    expect({ status, counts, error }).to.deep.equal({ status: 'cancelled', counts: { counted: 2 }, error: null });
    expect(await jobs().events(id)).to.deep.equal(['job.cancelled']);
  });

  it('aborts work that commits nothing when its job is cancelled', async () => {
    const { id } = await jobs().create();
    const begun = createGate();
    const { queue } = await jobs().addWorker(async (_job, { signal }) => {
      begun.open();
      return untilAborted(signal);
    });
    await begun.opened;
    await jobs().cancel(id, 'ws_test', queue);
    expect((await jobs().untilEnded(id)).status).to.equal('cancelled');
  });

  /** Returns the state and counts of a call whose answer the work did not read. */
  const finishCancelled: FinishCancelledJob<CountData> = async ({ state }) => ({
    state: { at: state.at + 1 },
    counts: { counted: state.at + 1 },
  });

  it('finishes a cancelled job whose process died or released it', async () => {
    const records = jobs().queue.collection.in({ workspaceId: 'ws_test', mode: 'live' });
    const begun = { status: 'running', attempts: 1, state: { at: 4 }, counts: { counted: 4 } };
    const [died, given] = [await jobs().create(), await jobs().create()];
    await records.update(
      { _id: died.id },
      { $set: { ...begun, lease_token: 'of a process that died', resume_at: new Date() } },
    );
    // State after the work has failed. The retry is much later.
    await records.update(
      { _id: given.id },
      { $set: { ...begun, lease_token: null, resume_at: new Date(Date.now() + 1e8) } },
    );
    for (const { id } of [died, given]) expect((await jobs().cancel(id)).job.status).to.equal('running');
    await jobs().addWorker(count, { finishCancelled });
    for (const { id } of [died, given]) {
      expect(await jobs().untilEnded(id)).to.deep.include({
        status: 'cancelled',
        counts: { counted: 5 },
        state: { at: 5 },
      });
      expect(await jobs().events(id)).to.deep.equal(['job.cancelled']);
    }
  });

  it('finishes a cancelled job whose work failed, even after an outage, but not a job that stopped at a commit', async () => {
    const [failing, committing] = [await jobs().create('ws_test', 1), await jobs().create('ws_test', 2)];
    const [begun, cancelled] = [[createGate(), createGate()], createGate()];
    const finished: string[] = [];
    await jobs().addWorker(
      async ({ input }, { commit, signal }) => {
        begun[input.to - 1]?.open();
        if (input.to === 1) return untilAborted(signal);
        await cancelled.opened;
        await commit({ state: { at: 2 }, counts: { counted: 2 } });
        return undefined;
      },
      {
        finishCancelled: async (job, context) => {
          finished.push(job.id);
          if (finished.length === 1) throw unavailable('Away.');
          return finishCancelled(job, context);
        },
      },
    );
    for (const gate of begun) await gate.opened;
    for (const { id } of [failing, committing]) await jobs().cancel(id);
    cancelled.open();
    expect(await jobs().untilEnded(failing.id)).to.deep.include({ status: 'cancelled', counts: { counted: 1 } });
    expect(await jobs().untilEnded(committing.id)).to.deep.include({ status: 'cancelled', counts: { counted: 2 } });
    expect(finished).to.deep.equal([failing.id, failing.id]);
  });

  it('refuses to cancel a job that is completed or failed', async () => {
    const [done, failed] = [await jobs().create('ws_test', 1), await jobs().create('ws_test', 2)];
    await jobs().addWorker(async ({ input }) => {
      if (input.to === 2) throw conflict('no');
      return undefined;
    });
    for (const [{ id }, status] of [
      [done, 'completed'],
      [failed, 'failed'],
    ] as const) {
      await jobs().untilEnded(id);
      const refusal = await refusalOf(() => jobs().cancel(id));
      expect([refusal.reason, refusal.data]).to.deep.equal(['job_finished', { status }]);
    }
  });
});
