import { conflict } from '@plotline/kit/errors';
import { expect } from 'chai';
import { refusalOf } from '../../support/refusal-of.js';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { createGate, startJobs, untilAborted } from './job-fixture.js';

describe('the cancellation of a running job', () => {
  const jobs = useFixturePerTest(startJobs);

  it('ends a running job at the commit after it was cancelled, and keeps what that commit stored', async () => {
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

  it('refuses to cancel what is completed or failed', async () => {
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
