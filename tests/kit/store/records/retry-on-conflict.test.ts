import { Problem, unavailable } from '@plotline/kit/core/errors';
import { retryOnConflict, VersionConflict } from '@plotline/kit/store/records/guarded-update';
import { expect } from 'chai';

async function rejection(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Fails the given number of times before it succeeds, and records the numbers of the attempts. */
function failing(times: number, toError: () => Error = () => new VersionConflict()) {
  const numbers: number[] = [];
  const attempt = async (number: number): Promise<string> => {
    numbers.push(number);
    if (numbers.length <= times) throw toError();
    return 'done';
  };
  return { numbers, attempt };
}

describe('retryOnConflict', () => {
  it('repeats the attempt while the version check fails, and passes the number of the attempt', async () => {
    const { numbers, attempt } = failing(3);
    expect(await retryOnConflict(attempt)).to.equal('done');
    expect(numbers).to.deep.equal([0, 1, 2, 3]);
  });

  it('does not retry after other errors', async () => {
    const error = unavailable('Not now.');
    const { numbers, attempt } = failing(1, () => error);
    expect(await rejection(retryOnConflict(attempt))).to.equal(error);
    expect(numbers).to.deep.equal([0]);
  });

  it('fails with CONFLICT after 20 attempts, which an outer loop does not repeat', async () => {
    const { numbers, attempt } = failing(100);
    const error = await rejection(retryOnConflict(attempt));
    expect(error).to.be.instanceOf(Problem).and.not.instanceOf(VersionConflict);
    expect(error).to.include({ code: 'CONFLICT' });
    expect(numbers).to.have.length(20);
  });

  it('accepts a custom limit, conflict and final error', async () => {
    const { numbers, attempt } = failing(100, () => new RangeError('taken'));
    const last = unavailable('Too many at once.');
    const isConflict = (error: unknown) => error instanceof RangeError;
    const work = retryOnConflict(attempt, { maxAttempts: 3, isConflict, exhausted: () => last });
    expect(await rejection(work)).to.equal(last);
    expect(numbers).to.deep.equal([0, 1, 2]);
  });

  it('reports a version conflict that nothing repeats as 409 CONFLICT', () => {
    expect(new VersionConflict()).to.include({ code: 'CONFLICT', status: 409 });
  });
});
