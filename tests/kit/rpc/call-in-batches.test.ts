import { callInBatches, maxIdsPerCall } from '@plotline/kit/rpc/client';
import { expect } from 'chai';

describe('callInBatches', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `id_${index}`);

  it('makes no call without ids', async () => {
    const call = () => Promise.reject(new Error('was asked'));
    expect(await callInBatches([], call)).to.deep.equal([]);
  });

  for (const [count, calls] of [
    [1, 1],
    [maxIdsPerCall, 1],
    [maxIdsPerCall + 1, 2],
    [2 * maxIdsPerCall, 2],
  ] as const) {
    it(`requests ${count} ids in ${calls} calls, and returns all results in order`, async () => {
      const batches: number[] = [];
      const found = await callInBatches(ids(count), async (batch) => {
        batches.push(batch.length);
        return batch.map((id) => id.toUpperCase());
      });
      expect(found).to.deep.equal(ids(count).map((id) => id.toUpperCase()));
      expect(batches).to.have.length(calls);
      expect(Math.max(...batches)).to.be.at.most(maxIdsPerCall);
    });
  }

  it('fails when one of the calls fails', async () => {
    const work = callInBatches(ids(maxIdsPerCall + 1), async (batch) => {
      if (batch.length === 1) throw new Error('away');
      return batch;
    });
    expect(await work.catch(String)).to.equal('Error: away');
  });
});
