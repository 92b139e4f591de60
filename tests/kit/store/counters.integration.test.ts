import { Counters } from '@plotline/kit/store/counters';
import {
  readAtSnapshot,
  runInTransaction,
  type TransactionSession,
} from '@plotline/kit/store/transactions/transaction';
import { expect } from 'chai';
import { refusalOf } from '../../support/refusal-of.js';
import { createCollections, testCaller, useTestRuntime } from '../../support/test-runtime.js';

const caller = () => testCaller('ws_counters', 'live', { deadline: Date.now() + 60_000 });
const one = (counts: Readonly<Record<string, number>> = { leads: 1 }) => ({ counts });
const range = (length: number) => Array.from({ length }, (_, place) => place);

describe('Counters', () => {
  const runtime = useTestRuntime('counters');
  /** Two instances of each kind of counter, as in two processes. */
  let open: readonly [Counters, Counters];
  let owned: readonly [Counters, Counters];

  before(async () => {
    const create = (name: string, shards: number, isOwned: boolean) =>
      new Counters(runtime(), { name, shardsOf: (key) => (key.startsWith('cold') ? 1 : shards), isOwned });
    open = [create('open', 4, false), create('open', 4, false)];
    owned = [create('owned', 3, true), create('owned', 3, true)];
    await createCollections(runtime());
  });

  const inTransaction = <T>(work: (session: TransactionSession) => Promise<T>) =>
    runInTransaction(runtime().databases.live, Date.now() + 60_000, work);
  const add = (counters: Counters, changes: Readonly<Record<string, ReturnType<typeof one> & { latest?: Date }>>) =>
    inTransaction((session) => counters.add(caller(), new Map(Object.entries(changes)), session));
  const read = async (counters: Counters, key: string) => (await counters.getMany(caller(), [key])).get(key);
  const compare = async (counters: Counters, counted: Readonly<Record<string, Readonly<Record<string, number>>>>) => {
    const { result } = await readAtSnapshot(runtime().databases.live, '', (session) =>
      counters.compare(caller(), new Map(Object.entries(counted)), session),
    );
    return result;
  };
  const countShards = (name: string, key: string) =>
    runtime().databases.live.collection(name).countDocuments({ workspace_id: 'ws_counters', key });

  it('are exact after simultaneous transactions of two processes that change the keys in any order', async () => {
    await Promise.all(
      range(40).map((turn) => {
        const keys = turn % 2 === 0 ? ['cold', 'hot', 'hotter'] : ['hotter', 'hot', 'cold'];
        const changes = keys.map((key) => [key, one({ leads: 1, turns: turn })]);
        return add(open[turn % 2 === 0 ? 0 : 1], Object.fromEntries(changes));
      }),
    );
    for (const key of ['cold', 'hot', 'hotter']) {
      expect(await read(open[0], key), key).to.deep.equal({ counts: { leads: 40, turns: 780 } });
    }
    expect(await countShards('open', 'cold')).to.equal(1);
    expect(await countShards('open', 'hot')).to.be.within(2, 4);
  });

  it('change with the transaction or not at all', async () => {
    const failing = inTransaction(async (session) => {
      await open[0].add(caller(), new Map([['rolled_back', one()]]), session);
      throw new Error('rolled back');
    });
    expect(await failing.catch(String)).to.include('rolled back');
    expect(await read(open[0], 'rolled_back')).to.equal(undefined);
  });

  it('write nothing for zeros, and keep the latest time', async () => {
    await add(open[0], { nothing: one({ leads: 0 }) });
    expect(await read(open[0], 'nothing')).to.equal(undefined);
    const [earlier, later] = [new Date(1_000), new Date(2_000)];
    for (const latest of [later, earlier, later, earlier]) await add(open[0], { timed: { ...one(), latest } });
    expect(await read(open[0], 'timed')).to.deep.equal({ counts: { leads: 4 }, latest: later });
  });

  it('can be read by a range of keys, and belong to one workspace and mode', async () => {
    await add(open[0], { 'day/1': one(), 'day/2': one(), 'day/3': one() });
    await add(open[0], { 'day/2': one() });
    const found = await inTransaction((session) => open[1].getRange(caller(), { from: 'day/2', to: 'day/9' }, session));
    expect([...found].map(([key, { counts }]) => [key, counts]).sort()).to.deep.equal([
      ['day/2', { leads: 2 }],
      ['day/3', { leads: 1 }],
    ]);
    for (const other of [testCaller('ws_other'), testCaller('ws_counters', 'sandbox')]) {
      expect((await open[0].getMany(other, ['day/1'])).size).to.equal(0);
      expect(await open[0].listKeys(other)).to.deep.equal([]);
    }
    expect(await open[0].listWorkspaces('live')).to.deep.equal(['ws_counters']);
  });

  describe('owned by a record', () => {
    const create = (key: string) => inTransaction((session) => owned[0].create(caller(), [key], session));

    it('exist from the creation of the record to its deletion, and are reported when missing', async () => {
      await create('rec_1');
      expect(await read(owned[1], 'rec_1')).to.deep.equal({ counts: {} });
      expect(await add(owned[0], { rec_1: one(), rec_2: one() })).to.deep.equal(['rec_2']);
      expect(await read(owned[1], 'rec_1')).to.deep.equal({ counts: { leads: 1 } });
      await owned[1].delete(caller(), 'rec_1');
      expect(await add(owned[0], { rec_1: one() })).to.deep.equal(['rec_1']);
      expect(await owned[0].listKeys(caller())).to.deep.equal([]);
    });

    it('are never changed by a transaction that commits at the same time as they are deleted', async () => {
      for (const turn of range(8)) {
        const key = `rec_race_${turn}`;
        await create(key);
        const [missing, left] = await Promise.all([
          inTransaction((session) => owned[0].add(caller(), new Map([[key, one()]]), session)),
          inTransaction(async (session) => {
            const found = (await owned[1].getMany(caller(), [key], session)).get(key);
            await owned[1].delete(caller(), key, session);
            return found?.counts;
          }),
        ]);
        // Either the change came first and the deletion covered it, or the change found no counter.
        expect(left, key).to.deep.equal(missing.length > 0 ? {} : { leads: 1 });
        expect(await read(owned[0], key)).to.equal(undefined);
      }
    });

    it('lose their counts and their latest time when cleared', async () => {
      await create('rec_clear');
      await add(owned[0], { rec_clear: { ...one(), latest: new Date() } });
      await inTransaction((session) => owned[0].clear(caller(), 'rec_clear', session));
      expect(await read(owned[0], 'rec_clear')).to.deep.equal({ counts: {} });
      await owned[0].delete(caller(), 'rec_clear');
    });
  });

  describe('that are wrong', () => {
    const correct = (counters: Counters, differences: Awaited<ReturnType<typeof compare>>) =>
      inTransaction((session) => counters.correct(caller(), differences, session));

    it('are corrected by the difference found in one snapshot, and keep later changes', async () => {
      await runtime().databases.live.collection('open').deleteMany({});
      await add(open[0], { right: one(), wrong: one({ leads: 7, lost: 1 }), surplus: one() });
      const differences = await compare(open[0], { right: { leads: 1 }, wrong: { leads: 2 }, absent: { leads: 3 } });
      const told = differences.map(({ key, expected, found }) => ({ key, expected, found }));
      expect(told).to.have.deep.members([
        { key: 'wrong', expected: { leads: 2, lost: 0 }, found: { leads: 7, lost: 1 } },
        { key: 'absent', expected: { leads: 3 }, found: { leads: 0 } },
        { key: 'surplus', expected: { leads: 0 }, found: { leads: 1 } },
      ]);
      await Promise.all(range(12).map((turn) => add(open[turn % 2 === 0 ? 0 : 1], { wrong: one() })));
      await correct(open[1], differences);
      expect((await read(open[0], 'wrong'))?.counts).to.deep.equal({ leads: 14, lost: 0 });
      expect(await compare(open[0], { right: { leads: 1 }, wrong: { leads: 14 }, absent: { leads: 3 } })).to.deep.equal(
        [],
      );
    });

    it('are corrected once when two processes find the same difference', async () => {
      await runtime().databases.live.collection('open').deleteMany({});
      await add(open[0], { again: one({ leads: 5 }) });
      const counted = { again: { leads: 1 }, absent: { leads: 1 } };
      const [first, second] = [await compare(open[0], counted), await compare(open[1], counted)];
      await correct(open[0], first);
      expect(await refusalOf(() => correct(open[1], second))).to.include({ code: 'CONFLICT' });
      expect(await compare(open[1], counted)).to.deep.equal([]);
    });

    it('regain missing shards if their record was counted', async () => {
      await inTransaction((session) => owned[0].create(caller(), ['rec_lost', 'rec_uncounted'], session));
      await add(owned[0], { rec_lost: one({ leads: 2 }), rec_uncounted: one() });
      const stored = runtime().databases.live.collection<{ _id: string; workspace_id?: string }>('owned');
      await stored.deleteOne({ _id: 'ws_counters/rec_lost.0' });
      // Stores the counter in the form of another version.
      await stored.insertOne({ _id: 'rec_lost', workspace_id: 'ws_counters' });
      const counted = { rec_lost: { leads: 2 }, rec_gone: {} };
      await correct(owned[0], await compare(owned[0], counted));
      expect(await countShards('owned', 'rec_lost')).to.equal(3);
      expect(await countShards('owned', 'rec_gone')).to.equal(3);
      expect((await read(owned[0], 'rec_lost'))?.counts).to.deep.equal({ leads: 2 });
      expect((await read(owned[0], 'rec_uncounted'))?.counts).to.deep.equal({ leads: 1 });
      expect(await compare(owned[0], counted)).to.deep.equal([]);
    });
  });
});
