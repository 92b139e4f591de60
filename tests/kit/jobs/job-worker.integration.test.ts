import { conflict, unavailable } from '@plotline/kit/errors';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { count, startJobs } from './job-fixture.js';

describe('createJobWorker', () => {
  const jobs = useFixturePerTest(startJobs);

  it('carries out a job to its end, with one event of it', async () => {
    const { id } = await jobs().create();
    await jobs().addWorker(count);
    await eventually(async () => expect((await jobs().read(id)).status).to.equal('completed'));
    const { state, counts, processed, started_at, finished_at, due_at, error } = await jobs().read(id);
    expect({ state, counts, processed, due_at, error }).to.deep.equal({
      state: { at: 3 },
      counts: { counted: 3 },
      processed: 3,
      due_at: null,
      error: null,
    });
    expect(started_at).to.be.instanceOf(Date);
    expect(finished_at).to.be.instanceOf(Date);
    expect(await jobs().events(id)).to.deep.equal(['job.completed']);
  });

  it('ends a job as failed with the Problem that its work throws', async () => {
    const { id } = await jobs().create();
    await jobs().addWorker(async () => {
      throw conflict('The file is gone.');
    });
    await eventually(async () => expect((await jobs().read(id)).status).to.equal('failed'));
    expect((await jobs().read(id)).error).to.deep.equal({ code: 'CONFLICT', message: 'The file is gone.' });
    expect(await jobs().events(id)).to.deep.equal(['job.failed']);
  });

  it('tries again after an outage, from the last commit', async () => {
    const { id } = await jobs().create('ws_test', 4);
    const begun: number[] = [];
    await jobs().addWorker(async (job, context) => {
      begun.push(job.state.at);
      if (begun.length > 1) return count(job, context);
      await context.commit({ state: { at: 2 }, counts: { counted: 2 }, processed: 2 });
      throw unavailable('The service is away.');
    });
    await eventually(async () => expect((await jobs().read(id)).status).to.equal('completed'));
    expect(begun).to.deep.equal([0, 2]);
    expect((await jobs().read(id)).counts).to.deep.equal({ counted: 4 });
  });
});
