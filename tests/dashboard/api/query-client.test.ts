import { ApiProblem } from '@plotline/dashboard/api/problem';
import { getRetryDelay, shouldRetry } from '@plotline/dashboard/api/query-client';
import { expect } from 'chai';

const problem = (status: number, retryAfter?: number) =>
  new ApiProblem({ status, code: 'X', message: 'No.', ...(retryAfter === undefined ? {} : { retryAfter }) });

describe('a read of the dashboard that fails', () => {
  it('is repeated three times when the server is away, and not when it refuses', () => {
    for (const error of [problem(503), problem(500), new TypeError('Failed to fetch')]) {
      expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, error))).to.deep.equal([true, true, true, false]);
    }
    for (const status of [400, 401, 403, 404, 409, 412, 422]) expect(shouldRetry(0, problem(status))).to.equal(false);
  });

  it('waits as long as the server asks, and is told at once when that is long', () => {
    expect(getRetryDelay(0, problem(429, 3))).to.equal(3000);
    expect(shouldRetry(0, problem(429, 3))).to.equal(true);
    expect(shouldRetry(0, problem(429, 40))).to.equal(false);
  });
});
