import { inBatches } from '@plotline/webhook/store/in-batches';
import { expect } from 'chai';
import { rejectionOf } from '../rejection-of.js';

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('writing in batches', () => {
  it('writes the first at once and what comes meanwhile together', async () => {
    const batches: (readonly number[])[] = [];
    const first = gate();
    const add = inBatches<number>(async (items) => {
      batches.push(items);
      if (batches.length === 1) await first.opened;
    });
    const one = add(1);
    await Promise.resolve();
    const rest = [add(2), add(3), add(4)];
    first.open();
    await Promise.all([one, ...rest]);
    expect(batches).to.deep.equal([[1], [2, 3, 4]]);
  });

  it('rejects for the items of the write that failed, and goes on', async () => {
    const add = inBatches<number>(async ([first]) => {
      if (first === 1) throw new Error('away');
    });
    const failed = rejectionOf(add(1));
    await Promise.resolve();
    const fine = add(2);
    expect(await failed).to.have.property('message', 'away');
    await fine;
  });
});
