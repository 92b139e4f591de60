import { ApiProblem } from '@plotline/dashboard/api/problem';
import { getRetryDelay, shouldRetry } from '@plotline/dashboard/api/query-client';
import { expect } from 'chai';

const problem = (status: number, retryAfter?: number) =>
  new ApiProblem({ status, code: 'X', message: 'No.', ...(retryAfter === undefined ? {} : { retryAfter }) });

describe('a failed read', () => {
  it('is retried three times during an outage, and never after a client error', () => {
    for (const error of [problem(503), problem(500), new TypeError('Failed to fetch')]) {
      expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, error))).to.deep.equal([true, true, true, false]);
    }
    for (const status of [400, 401, 403, 404, 409, 412, 422]) expect(shouldRetry(0, problem(status))).to.equal(false);
  });

  it('is retried after the time in Retry-After, and fails immediately if that time is long', () => {
    expect(getRetryDelay(0, problem(429, 3))).to.equal(3000);
    expect(shouldRetry(0, problem(429, 3))).to.equal(true);
    expect(shouldRetry(0, problem(429, 40))).to.equal(false);
  });
});
