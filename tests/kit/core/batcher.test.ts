import { createBatcher } from '@plotline/kit/core/batcher';
import { expect } from 'chai';
import { ManualTime } from '../../support/manual-time.js';
import { refusalOf } from '../../support/refusal-of.js';

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

const oneKey = { key: () => 'all', maxBatch: 100 };

describe('createBatcher', () => {
  it('runs the first item immediately, runs later items together, and resolves each item with its own batch', async () => {
    const batches: (readonly number[])[] = [];
    const first = gate();
    const add = createBatcher<number, string>({
      ...oneKey,
      run: async (items) => {
        batches.push(items);
        if (batches.length === 1) await first.opened;
        return items.join();
      },
    });
    const one = add(1);
    await Promise.resolve();
    const rest = [add(2), add(3), add(4)];
    first.open();
    expect(await Promise.all([one, ...rest])).to.deep.equal(['1', '2,3,4', '2,3,4', '2,3,4']);
    expect(batches).to.deep.equal([[1], [2, 3, 4]]);
  });

  it('never runs a batch larger than maxBatch, and runs batches one after the other', async () => {
    const batches: (readonly number[])[] = [];
    let atOnce = 0;
    const work = async (items: readonly number[]) => {
      batches.push(items);
      atOnce += 1;
      expect(atOnce).to.equal(1);
      await new Promise(setImmediate);
      atOnce -= 1;
    };
    const add = createBatcher<number, void>({ ...oneKey, maxBatch: 2, run: work });
    await Promise.all([1, 2, 3, 4, 5].map(add));
    expect(batches).to.deep.equal([[1, 2], [3, 4], [5]]);
  });

  it('adds no item to a batch that has reached maxBatchBytes', async () => {
    const batches: (readonly number[])[] = [];
    const run = async (items: readonly number[]) => void batches.push(items);
    const add = createBatcher<number, void>({ ...oneKey, maxBatchBytes: 10, toBytes: (item) => item, run });
    await Promise.all([4, 4, 4, 30, 1].map(add));
    expect(batches).to.deep.equal([[4, 4, 4], [30], [1]]);
  });

  it('runs the batches of different keys independently', async () => {
    const stuck = gate();
    const work = async ([line]: readonly string[]) => (line === 'slow' ? stuck.opened : undefined);
    const add = createBatcher<string, void>({ key: (item) => item, maxBatch: 100, run: work });
    const slow = add('slow');
    await add('fast');
    stuck.open();
    await slow;
  });

  it('rejects the items of a failed batch, and continues', async () => {
    const work = async ([first]: readonly number[]) => {
      if (first === 1) throw new Error('away');
    };
    const add = createBatcher<number, void>({ ...oneKey, run: work });
    const failed = add(1).catch((error: unknown) => error);
    await Promise.resolve();
    const fine = add(2);
    expect(await failed).to.have.property('message', 'away');
    await fine;
  });

  it('refuses an item while 500 wait, and accepts items again afterwards', async () => {
    const first = gate();
    const add = createBatcher<number, void>({ ...oneKey, run: () => first.opened });
    const begun = add(0);
    await new Promise(setImmediate);
    const waiting = Array.from({ length: 500 }, (_, place) => add(place));
    expect(await refusalOf(() => add(501))).to.include({ code: 'SERVICE_UNAVAILABLE' });
    first.open();
    await Promise.all([begun, ...waiting]);
    await add(502);
  });

  it('waits for callers that return after each batch, if configured to', async () => {
    const batches: (readonly string[])[] = [];
    const time = new ManualTime();
    const work = async (items: readonly string[]) => {
      batches.push(items);
      await time.sleep(40);
    };
    const add = createBatcher<string, void>({ ...oneKey, waitShare: 1, time, run: work });
    const callRepeatedly = async (name: string) => {
      for (let call = 0; call < 5; call += 1) {
        await add(name);
        await new Promise(setImmediate);
      }
    };
    const others = time.sleep(5).then(() => Promise.all(['two', 'three'].map(callRepeatedly)));
    const calls = Promise.all([callRepeatedly('one'), others]);
    for (let step = 0; step < 100; step += 1) {
      // All callers run before the clock advances.
      for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
      time.advance(5);
    }
    await calls;
    expect(batches.slice(0, 2).map(({ length }) => length)).to.deep.equal([1, 3]);
    expect(batches).to.have.lengthOf(6);
  });

  it('runs a lone caller immediately', async () => {
    const time = new ManualTime();
    let begun = 0;
    const work = async () => {
      begun += 1;
      time.advance(20);
    };
    const add = createBatcher<number, void>({ ...oneKey, waitShare: 1, time, run: work });
    await add(1);
    // Doesn't advance the clock.
    await add(2);
    expect(begun).to.equal(2);
  });

  it('starts a batch at least the interval after the previous one, unless the batch is full', async () => {
    const batches: (readonly number[])[] = [];
    const work = async (items: readonly number[]) => void batches.push(items);
    const add = createBatcher<number, void>({ ...oneKey, maxBatch: 3, toIntervalMs: () => 60_000, run: work });
    await add(1);
    const second = add(2);
    await new Promise(setImmediate);
    expect(batches).to.deep.equal([[1]]);
    await Promise.all([second, add(3), add(4)]);
    expect(batches).to.deep.equal([[1], [2, 3, 4]]);
  });

  it("derives the interval before the next batch from a batch's result, or from undefined if the batch failed", async () => {
    const told: (number | undefined)[] = [];
    const toIntervalMs = (result: number | undefined) => {
      told.push(result);
      return 0;
    };
    const work = async ([item = 0]: readonly number[]) => {
      if (item === 2) throw new Error('away');
      return item * 10;
    };
    const add = createBatcher<number, number>({ ...oneKey, toIntervalMs, run: work });
    for (const item of [1, 2, 3]) await add(item).catch(() => undefined);
    await new Promise(setImmediate);
    expect(told).to.deep.equal([10, undefined, 30]);
  });

  it('starts a batch when its interval ends', async () => {
    let begun = 0;
    const work = async () => {
      begun += 1;
    };
    const time = new ManualTime();
    const add = createBatcher<number, void>({ ...oneKey, toIntervalMs: () => 10, time, run: work });
    await add(1);
    time.advance(9);
    const second = add(2);
    await new Promise(setImmediate);
    expect(begun).to.equal(1);
    time.advance(1);
    await second;
    expect(begun).to.equal(2);
  });
});
