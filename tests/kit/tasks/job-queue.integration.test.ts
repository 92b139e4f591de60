import type { Filter } from '@plotline/kit/store/records/records';
import { answerJob, type JobStatus } from '@plotline/kit/tasks/job';
import { expect } from 'chai';
import { refusalOf } from '../../support/refusal-of.js';
import { testCaller } from '../../support/test-runtime.js';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { startJobs } from './job-fixture.js';

const firstPage = { page: 1, per_page: 20, sort: 'created_at', order: 'desc' } as const;

describe('JobQueue', () => {
  const jobs = useFixturePerTest(startJobs);

  it("accepts 20 of 50 jobs that replicas create simultaneously, refuses the others, and accepts other tenants' jobs", async () => {
    const other = await jobs().addReplica();
    const created = await Promise.allSettled(
      Array.from({ length: 50 }, (_, place) =>
        jobs().create('ws_test', 3, 'live', place % 2 ? other.queue : undefined),
      ),
    );
    expect(created.filter(({ status }) => status === 'fulfilled')).to.have.length(20);
    for (const outcome of created) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).to.include({ code: 'CONFLICT', reason: 'job_queue_full' });
    }
    const { info } = await jobs().queue.list(testCaller(), { ...firstPage, status: ['queued'] });
    expect(info.total).to.equal(20);
    expect((await refusalOf(() => jobs().queue.assertCapacity(testCaller()))).data).to.deep.equal({ limit: 20 });
    await jobs().create('ws_other');
    await jobs().create('ws_test', 3, 'sandbox');
  });

  it('stores the response for an Idempotency-Key with the job', async () => {
    const { runtime, queue } = jobs();
    const caller = testCaller();
    const claim = await runtime.idempotency.claim(caller, 'key', 'request');
    if ('replay' in claim) throw new Error('replayed');
    const job = { resource: 'numbers', input: { to: 1 }, state: { at: 0 }, counts: { counted: 0 } };
    const { answer } = await queue.create({ caller, claim }, job, (created) =>
      answerJob(202, created, { id: created.id }),
    );
    expect(await runtime.idempotency.claim(caller, 'key', 'request')).to.deep.equal({ replay: answer });
    expect(answer).to.include({ status: 202 });
  });

  it('stores nothing when a write with the job fails', async () => {
    const job = { resource: 'numbers', input: { to: 1 }, state: { at: 0 }, counts: { counted: 0 } };
    const failing = jobs().queue.create(
      { caller: testCaller() },
      job,
      () => undefined,
      async () => {
        throw new Error('no');
      },
    );
    expect(await failing.catch(String)).to.equal('Error: no');
    expect((await jobs().queue.list(testCaller(), firstPage)).records).to.deep.equal([]);
  });

  it('immediately cancels a waiting job, with one event, and frees its slot', async () => {
    const created = await Promise.all(Array.from({ length: 20 }, () => jobs().create()));
    const id = created[0]?.id ?? '';
    await jobs().cancel(id);
    await jobs().cancel(id);
    const { status, started_at, finished_at, lease_token } = await jobs().read(id);
    expect({ status, started_at, lease_token }).to.deep.equal({
      status: 'cancelled',
      started_at: null,
      lease_token: null,
    });
    expect(finished_at).to.be.instanceOf(Date);
    expect(await jobs().events(id)).to.deep.equal(['job.cancelled']);
    await jobs().create();
  });

  it('shows and cancels only jobs in the workspace and the mode', async () => {
    const { id } = await jobs().create();
    expect(await jobs().queue.get({ workspaceId: 'ws_other', mode: 'live' }, id)).to.equal(null);
    expect(await jobs().queue.get({ workspaceId: 'ws_test', mode: 'sandbox' }, id)).to.equal(null);
    expect((await refusalOf(() => jobs().cancel(id, 'ws_other'))).code).to.equal('NOT_FOUND');
    expect((await jobs().read(id)).status).to.equal('queued');
  });

  it('lists jobs newest first, by status, by time of last change, and by fields in the query', async () => {
    const [first, second, third] = [await jobs().create(), await jobs().create(), await jobs().create()];
    await jobs().create('ws_other');
    await jobs().cancel(first.id);
    const list = async (query: object, filter?: Filter) => {
      const { records } = await jobs().queue.list(testCaller(), { ...firstPage, ...query }, filter);
      return records.map(({ id }) => id);
    };
    const status = (...statuses: JobStatus[]) => ({ status: statuses });
    expect(await list({})).to.deep.equal([third.id, second.id, first.id]);
    expect(await list({ order: 'asc', cursor: '' })).to.deep.equal([first.id, second.id, third.id]);
    expect(await list({ sort: 'updated_at' })).to.deep.equal([first.id, third.id, second.id]);
    expect(await list(status('cancelled'))).to.deep.equal([first.id]);
    expect(await list(status('queued', 'running'))).to.deep.equal([third.id, second.id]);
    expect(await list({}, { resource: 'letters' })).to.deep.equal([]);
    expect(await list({ created_before: '2026-01-01' })).to.deep.equal([]);
  });
});
