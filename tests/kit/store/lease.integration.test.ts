import { Lease } from '@plotline/kit/store/lease';
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

  /** Lease of another replica, with its own holder. */
  const replica = () => new Lease(runtime().databases, 60, time);
  const leases = () => runtime().databases.live.collection<{ _id: string; holder: string; until: Date }>('leases');
  const readUntil = async (name: string) => (await leases().findOne({ _id: name }))?.until.getTime() ?? 0;
  const expire = async (name: string) => {
    await leases().updateOne({ _id: name }, { $set: { until: new Date(time.now() - 1) } });
  };

  it('belongs to the first to acquire it while it is renewed', async () => {
    const [first, second] = [replica(), replica()];
    expect(await first.acquire('live', 'repair')).to.equal(true);
    expect(await second.acquire('live', 'repair')).to.equal(false);
    expect(await first.acquire('live', 'repair')).to.equal(true);
    expect(await second.acquire('live', 'repair')).to.equal(false);
  });

  it('goes to another once it has expired, and is refused to its former holder', async () => {
    const [first, second] = [replica(), replica()];
    expect(await first.acquire('live', 'handed-on')).to.equal(true);
    await expire('handed-on');
    expect(await second.acquire('live', 'handed-on')).to.equal(true);
    expect(await first.acquire('live', 'handed-on')).to.equal(false);
  });

  it('is acquired again by its holder after it expired', async () => {
    const only = replica();
    expect(await only.acquire('live', 'alone')).to.equal(true);
    await expire('alone');
    expect(await only.acquire('live', 'alone')).to.equal(true);
    expect(await replica().acquire('live', 'alone')).to.equal(false);
  });

  it('is separate for each name and mode', async () => {
    const [first, second] = [replica(), replica()];
    expect(await first.acquire('live', 'a')).to.equal(true);
    expect(await second.acquire('live', 'b')).to.equal(true);
    expect(await second.acquire('sandbox', 'a')).to.equal(true);
  });

  it('is kept while work lasts, and free right after it', async () => {
    const [first, second] = [replica(), replica()];
    const acquired = await first.whileHeld('live', 'long', 15, async (isHeld) => {
      // Renewed twice: after a third of each term.
      for (let renewal = 1; renewal <= 2; renewal += 1) {
        const until = await readUntil('long');
        await time.passUntil(async () => expect(await readUntil('long')).to.be.above(until), 1_000);
      }
      expect(isHeld()).to.equal(true);
      expect(await second.whileHeld('live', 'long', 15, async () => undefined)).to.equal(false);
    });
    expect(acquired).to.equal(true);
    expect(await second.acquire('live', 'long')).to.equal(true);
  });

  it('is free after failed work, and no longer belongs to its former holder', async () => {
    const [first, second] = [replica(), replica()];
    const failing = first.whileHeld('live', 'lost', 1, async (isHeld) => {
      await leases().updateOne({ _id: 'lost' }, { $set: { holder: 'another', until: new Date(time.now() + 60_000) } });
      await time.passUntil(() => expect(isHeld()).to.equal(false), 100);
      await expire('lost');
      throw new Error('the work fails');
    });
    expect(await failing.catch((error: unknown) => error)).to.be.instanceOf(Error);
    expect(await second.acquire('live', 'lost')).to.equal(true);
  });

  it('goes to one of many simultaneous acquirers, when new and when expired', async () => {
    const replicas = Array.from({ length: 8 }, () => replica());
    const holders = async () => {
      const held = await Promise.all(replicas.map((one) => one.acquire('live', 'contested')));
      return held.filter(Boolean).length;
    };
    expect(await holders()).to.equal(1);
    await expire('contested');
    expect(await holders()).to.equal(1);
  });
});
