import { conflict, Problem, unavailable } from '@plotline/kit/core/errors';
import { VersionConflict } from '@plotline/kit/store/records/guarded-update';
import { decideFailure } from '@plotline/kit/tasks/job';
import { expect } from 'chai';

const network = Object.assign(new Error('cut'), { code: 'ECONNRESET' });
const tooMany = new Problem('RATE_LIMIT_EXCEEDED', 'Too many.', { retryAfter: 30 });

describe('decideFailure', () => {
  it('ends a job immediately on a Problem, with its code, message and details', () => {
    const details = [{ field: 'email', message: 'must be an address' }];
    expect(decideFailure(conflict('The file is gone.'), 1)).to.deep.equal({
      error: { code: 'CONFLICT', message: 'The file is gone.' },
    });
    expect(decideFailure(new Problem('VALIDATION_ERROR', 'Bad.', { details }), 1)).to.deep.equal({
      error: { code: 'VALIDATION_ERROR', message: 'Bad.', details },
    });
  });

  it('retries transient errors at growing intervals, and gives up after the 12th attempt', () => {
    for (const error of [unavailable('Away.', undefined, 1), network, new VersionConflict()]) {
      const pauses = Array.from({ length: 12 }, (_, place) => decideFailure(error, place + 1));
      expect(pauses.slice(0, 3)).to.deep.equal([{ retryInMs: 1_000 }, { retryInMs: 2_000 }, { retryInMs: 4_000 }]);
      expect(pauses[10]).to.deep.equal({ retryInMs: 120_000 });
      expect(pauses[11]).to.have.property('error');
    }
  });

  it('retries after the time that the error requests', () => {
    expect(decideFailure(tooMany, 1)).to.deep.equal({ retryInMs: 30_000 });
  });

  it("makes up to three attempts on an unexpected error, and hides the error's details", () => {
    const bug = new TypeError('x is undefined');
    expect(decideFailure(bug, 2)).to.deep.equal({ retryInMs: 2_000 });
    expect(decideFailure(bug, 3)).to.deep.equal({
      error: { code: 'INTERNAL_ERROR', message: 'Something went wrong on our side.' },
    });
  });
});
