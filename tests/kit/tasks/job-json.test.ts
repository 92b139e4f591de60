import { defaultPlace } from '@plotline/kit/core/caller';
import { answerJob, type Job, toJobJson } from '@plotline/kit/tasks/job';
import { expect } from 'chai';

const at = new Date(Date.UTC(2026, 2, 1));

function job(change: Partial<Job>): Job {
  return {
    id: 'imp_1',
    version: 2,
    kind: 'import',
    resource: 'leads',
    status: 'running',
    requested_by: {
      actor: { type: 'key', id: 'key_1', name: 'Key' },
      scopes: [],
      plan: 'starter',
      currency: 'USD',
      ...defaultPlace,
    },
    request_id: 'req_1',
    input: {},
    state: {},
    counts: {},
    processed: 0,
    total: null,
    error: null,
    created_at: at,
    updated_at: at,
    started_at: at,
    finished_at: null,
    cancel_requested_at: null,
    resume_at: at,
    lease_token: 'token',
    attempts: 1,
    lost_leases: 0,
    ...change,
  };
}

describe('toJobJson', () => {
  it('shows the finished share of the work, and 1 only when all work is finished', () => {
    const progressOf = (change: Partial<Job>) => toJobJson(job(change)).progress;
    expect(progressOf({ processed: 500 })).to.equal(0);
    expect(progressOf({ processed: 0, total: 0 })).to.equal(0);
    expect(progressOf({ processed: 1, total: 3 })).to.equal(0.3333);
    expect(progressOf({ processed: 99_999, total: 100_000 })).to.equal(0.9999);
    expect(progressOf({ processed: 4, total: 3 })).to.equal(1);
    expect(progressOf({ status: 'completed', processed: 0, total: 0 })).to.equal(1);
    expect(progressOf({ status: 'failed', processed: 1, total: 2 })).to.equal(0.5);
  });

  it('hides the lease, the state and the caller', () => {
    expect(Object.keys(toJobJson(job({})))).to.deep.equal([
      'id',
      'status',
      'progress',
      'error',
      'created_at',
      'updated_at',
      'started_at',
      'finished_at',
    ]);
  });
});

describe('answerJob', () => {
  it('has Retry-After while the job is queued or running, but not after it has ended', () => {
    const retryAfter = (status: Job['status']) => answerJob(200, job({ status }), {}).headers?.['retry-after'];
    expect(retryAfter('queued')).to.equal('2');
    expect(retryAfter('running')).to.equal('2');
    for (const status of ['completed', 'failed', 'cancelled'] as const) expect(retryAfter(status)).to.equal(undefined);
  });
});
