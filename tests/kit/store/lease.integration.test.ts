import { Lease } from '@plotline/kit/store/lease';
import { createLog } from '@plotline/kit/telemetry/log';
import { expect } from 'chai';
import { ManualTime } from '../../support/manual-time.js';
import { useTestRuntime } from '../../support/test-runtime.js';

describe('Lease', () => {
  const runtime = useTestRuntime('lease');
  before(async () => {
    await runtime().databases.live.createCollection('leases');
    await runtime().databases.sandbox.createCollection('leases');
  });

  let time: ManualTime;
  beforeEach(() => {
    time = new ManualTime();
  });

  /** Lease of another replica. */
  const replica = () => new Lease(runtime().databases, createLog('test', 'silent'), time);
  const leases = () => runtime().databases.live.collection<{ _id: string; holder: string; until: Date }>('leases');
  const readUntil = async (name: string) => (await leases().findOne({ _id: name }))?.until.getTime() ?? 0;
  const setUntil = (name: string, ms: number, holder = 'another') =>
    leases().updateOne({ _id: name }, { $set: { holder, until: new Date(time.now() + ms) } }, { upsert: true });
  const nothing = async () => 'done';

  it('belongs to one holder at a time, within one replica or among several', async () => {
    const [first, second] = [replica(), replica()];
    const held = await first.whileHeld('live', 'repair', async () => {
      expect(await second.whileHeld('live', 'repair', nothing)).to.equal(null);
      expect(await first.whileHeld('live', 'repair', nothing)).to.equal(null);
      return 'done';
    });
    expect(held).to.deep.equal({ result: 'done' });
    expect(await second.whileHeld('live', 'repair', nothing)).to.deep.equal({ result: 'done' });
  });

  it('can be taken by another holder once it has expired', async () => {
    await setUntil('of the dead', 1);
    expect(await replica().whileHeld('live', 'of the dead', nothing)).to.equal(null);
    await setUntil('of the dead', -1);
    expect(await replica().whileHeld('live', 'of the dead', nothing)).to.deep.equal({ result: 'done' });
  });

  it('is separate for each name and mode', async () => {
    const [first, second] = [replica(), replica()];
    const held = await first.whileHeld('live', 'a', async () => [
      await second.whileHeld('live', 'b', nothing),
      await second.whileHeld('sandbox', 'a', nothing),
    ]);
    expect(held?.result).to.deep.equal([{ result: 'done' }, { result: 'done' }]);
  });

  it('is renewed while the work lasts, and is free right after it', async () => {
    const [first, second] = [replica(), replica()];
    await first.whileHeld('live', 'long', async (isHeld) => {
      // The lease is renewed twice, each time after a third of its term.
      for (let renewal = 1; renewal <= 2; renewal += 1) {
        const until = await readUntil('long');
        await time.passUntil(async () => expect(await readUntil('long')).to.be.above(until), 1_000);
      }
      expect(isHeld()).to.equal(true);
      expect(await second.whileHeld('live', 'long', nothing)).to.equal(null);
    });
    expect(await second.whileHeld('live', 'long', nothing)).to.deep.equal({ result: 'done' });
  });

  it('is free after failed work, and no longer belongs to its previous holder', async () => {
    const failing = replica().whileHeld(
      'live',
      'lost',
      async (isHeld) => {
        await setUntil('lost', 60_000);
        await time.passUntil(() => expect(isHeld()).to.equal(false), 100);
        await setUntil('lost', -1);
        throw new Error('the work fails');
      },
      1,
    );
    expect(await failing.catch((error: unknown) => error)).to.be.instanceOf(Error);
    expect(await replica().whileHeld('live', 'lost', nothing)).to.deep.equal({ result: 'done' });
  });

  it('makes other work on the same replica wait until it is free', async () => {
    const only = replica();
    const order: string[] = [];
    let waiting: Promise<string> | undefined;
    await only.whileHeld('live', 'waited for', async () => {
      waiting = only.whenFree('live', 'waited for', async () => {
        order.push('second');
        return 'done';
      });
      await time.passUntil(() => expect(time.monotonic()).to.be.above(2_000), 500);
      order.push('first');
    });
    await time.passUntil(() => expect(order).to.have.length(2), 500);
    expect(await waiting).to.equal('done');
    expect(order).to.deep.equal(['first', 'second']);
  });

  it('is given to one of many simultaneous acquirers, whether it is new or expired', async () => {
    const replicas = Array.from({ length: 8 }, () => replica());
    const countHolders = async () => {
      const asked = { holders: 0, refused: 0 };
      let finish = () => {};
      const finished = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const report = (outcome: keyof typeof asked) => {
        asked[outcome] += 1;
        if (asked.holders + asked.refused === replicas.length) finish();
      };
      const work = async () => {
        report('holders');
        await finished;
      };
      const contend = async (one: Lease) => {
        if (!(await one.whileHeld('live', 'contested', work))) report('refused');
      };
      await Promise.all(replicas.map(contend));
      return asked.holders;
    };
    expect(await countHolders()).to.equal(1);
    await setUntil('contested', -1);
    expect(await countHolders()).to.equal(1);
  });
});
