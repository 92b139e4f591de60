import { ApiProblem } from '@plotline/dashboard/api/problem';
import { runForEach } from '@plotline/dashboard/api/run-for-each';
import { expect } from 'chai';

const nothing = () => undefined;

describe('a bulk change', () => {
  it('runs once per record, four at a time, and reports progress', async () => {
    const seen: number[] = [];
    let [inFlight, maxInFlight] = [0, 0];
    const change = async (item: number) => {
      inFlight += 1;
      maxInFlight = Math.max(maxInFlight, inFlight);
      await new Promise(setImmediate);
      seen.push(item);
      inFlight -= 1;
    };
    const items = Array.from({ length: 25 }, (_, index) => index);
    const progress: number[] = [];
    expect(await runForEach(items, change, (done) => progress.push(done))).to.deep.equal([]);
    expect(seen.toSorted((left, right) => left - right)).to.deep.equal(items);
    expect(maxInFlight).to.equal(4);
    expect(progress).to.deep.equal(items.map((index) => index + 1));
  });

  it('continues after a refusal, and returns the refused items in order', async () => {
    const error = new ApiProblem({ status: 409, code: 'CONFLICT', message: 'No.' });
    const change = (item: string) => (item === 'b' || item === 'e' ? Promise.reject(error) : Promise.resolve());
    const failures = await runForEach(['a', 'b', 'c', 'd', 'e'], change, nothing);
    expect(failures).to.deep.equal([
      { item: 'b', error },
      { item: 'e', error },
    ]);
  });

  it('starts no further changes once it is stopped', async () => {
    const seen: number[] = [];
    const change = async (item: number) => {
      seen.push(item);
      await new Promise(setImmediate);
    };
    const items = Array.from({ length: 25 }, (_, index) => index);
    expect(await runForEach(items, change, nothing, () => seen.length >= 8)).to.deep.equal([]);
    expect(seen).to.have.length(8);
  });

  it("waits until the plan's rate limit resets", async () => {
    const limited = new ApiProblem({ status: 429, code: 'RATE_LIMIT_EXCEEDED', message: 'Later.', retryAfter: 0 });
    const answers = [limited, limited];
    const change = () => {
      const answer = answers.pop();
      return answer ? Promise.reject(answer) : Promise.resolve();
    };
    expect(await runForEach(['a'], change, nothing)).to.deep.equal([]);
    expect(answers).to.deep.equal([]);
  });
});
