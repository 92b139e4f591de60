import { randomUUID } from 'node:crypto';
import { type Answer, ok } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { conflict } from '@plotline/kit/core/errors';
import type { ChangeTime, EntryInput } from '@plotline/kit/store/journal/entry';
import { changeRecord, noAnswer } from '@plotline/kit/store/records/change-record';
import type { Collection } from '@plotline/kit/store/records/collection';
import { expect } from 'chai';
import { createCollections, testCaller, useTestRuntime } from '../../../support/test-runtime.js';
import { type Thing, thing, thingCollection } from '../../thing-store.js';

const topic = `thing-${randomUUID()}.changed`;

function entry(subject: string, description: string, data: unknown = {}): EntryInput {
  return { subject, type: 'field_update', description, events: [{ name: topic, data, mandatory: false }] };
}

describe('Journal', () => {
  const runtime = useTestRuntime('journal');
  let things: Collection<Thing>;
  const caller = (): Caller => testCaller('ws_journal');

  before(async () => {
    things = thingCollection(runtime());
    await createCollections(runtime());
  });

  it('stores a change and its entry together, or neither of them', async () => {
    const { journal } = runtime();
    const failed: unknown = await journal
      .commit({ caller: caller() }, async (session) => {
        await things.in(caller()).insert([thing('undone')], session);
        throw conflict('Changed my mind.');
      })
      .catch((error: unknown) => error);
    expect(failed).to.include({ code: 'CONFLICT' });
    expect(await things.in(caller()).get('thing_undone')).to.equal(null);
    expect((await journal.readTimeline(caller(), 'thing_undone', { skip: 0, limit: 10 })).total).to.equal(0);
  });

  it('stores new records, their entry and the response together, or none of them', async () => {
    const { journal } = runtime();
    const commit = (name: string, answer: () => Promise<Answer>) => {
      const written = {
        entries: [entry(`thing_${name}`, 'new')],
        insertions: [things.in(caller()).toInsertion([thing(name)])],
      };
      return journal.commitTogether(
        [{ caller: caller() }],
        async () => [written],
        async () => [await answer()],
      );
    };
    const count = async (name: string) => {
      const { total } = await journal.readTimeline(caller(), `thing_${name}`, { skip: 0, limit: 1 });
      return [await things.in(caller()).count({ name }), total];
    };
    let isStored: unknown;
    await commit('answered', async () => {
      isStored = await count('answered');
      return ok({});
    });
    expect(isStored, 'before the answer is known').to.deep.equal([0, 0]);
    expect(await count('answered')).to.deep.equal([1, 1]);
    const refused = commit('refused', () => Promise.reject(conflict('Changed my mind.')));
    expect(await refused.catch((error: unknown) => error)).to.include({ code: 'CONFLICT' });
    expect(await count('refused')).to.deep.equal([0, 0]);
  });

  it('runs the last write after records and entries are stored, in the same transaction', async () => {
    const { journal } = runtime();
    const commit = (name: string, fail = () => undefined) =>
      journal.commit({ caller: caller() }, async () => ({
        entries: [entry(`thing_${name}`, 'new')],
        insertions: [things.in(caller()).toInsertion([thing(name)])],
        writeLast: async (session) => {
          const found = await things.in(caller()).update({ _id: `thing_${name}` }, { $inc: { count: 5 } }, session);
          expect(found, 'stored before').to.equal(true);
          fail();
        },
      }));
    await commit('last');
    expect(await things.in(caller()).get('thing_last')).to.include({ count: 5 });
    const failed = commit('never', () => {
      throw conflict('Changed my mind.');
    });
    expect(await failed.catch((error: unknown) => error)).to.include({ code: 'CONFLICT' });
    expect(await things.in(caller()).get('thing_never')).to.equal(null);
  });

  it('keeps every change when 50 writers change one record, with an entry for each', async () => {
    await things.in(caller()).insert([thing('counter')]);
    const add = (writer: number) =>
      changeRecord({
        collection: things,
        journal: runtime().journal,
        command: { caller: testCaller('ws_journal', 'live', { deadline: Date.now() + 50_000 }) },
        id: 'thing_counter',
        decide: (before) => ({
          record: { ...before, count: before.count + 1 },
          entries: [entry('thing_counter', `writer ${writer}`)],
        }),
        toAnswer: noAnswer,
      });
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, writer) => add(writer)));
    const succeeded = outcomes.filter(({ status }) => status === 'fulfilled').length;
    const stored = await things.in(caller()).get('thing_counter');
    const { total } = await runtime().journal.readTimeline(caller(), 'thing_counter', { skip: 0, limit: 1 });
    expect(stored?.count).to.equal(succeeded);
    expect(total).to.equal(succeeded);
    expect(succeeded).to.be.greaterThan(0);
  });

  it('writes nothing for a decision without changes', async () => {
    await things.in(caller()).insert([thing('still')]);
    const { record, answer } = await changeRecord({
      collection: things,
      journal: runtime().journal,
      command: { caller: caller() },
      id: 'thing_still',
      decide: (before) => ({ record: before, entries: [] }),
      toAnswer: ({ version }) => ok({ version }),
    });
    expect(record.version).to.equal(1);
    expect(answer).to.deep.equal(ok({ version: 1 }));
    expect((await runtime().journal.readTimeline(caller(), 'thing_still', { skip: 0, limit: 1 })).total).to.equal(0);
  });

  it('reads a timeline newest first, page by page, only in its own workspace and mode', async () => {
    for (const step of ['one', 'two', 'three']) {
      await runtime().journal.commit({ caller: caller() }, async () => ({ entries: [entry('thing_told', step)] }));
    }
    const { entries, total } = await runtime().journal.readTimeline(caller(), 'thing_told', { skip: 1, limit: 2 });
    expect([total, entries.map(({ description }) => description)]).to.deep.equal([3, ['two', 'one']]);
    for (const elsewhere of [testCaller('ws_other'), testCaller('ws_journal', 'sandbox')]) {
      expect((await runtime().journal.readTimeline(elsewhere, 'thing_told', { skip: 0, limit: 9 })).total).to.equal(0);
    }
  });

  it('reads a timeline by cursor, ordered by time and then by writing', async () => {
    const times = [2, 1, 3, 3].map((second) => new Date(second * 1_000));
    for (const [place, at] of times.entries()) {
      const entries = [entry('thing_walked', `${place}a`), entry('thing_walked', `${place}b`)];
      await runtime().journal.commit({ caller: caller() }, async () => ({ entries }), at);
    }
    const inOrder = ['1a', '1b', '0a', '0b', '2a', '2b', '3a', '3b'];
    for (const order of ['asc', 'desc'] as const) {
      const met: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const options = { order, skip: 0, limit: 3, cursor };
        const {
          entries,
          total,
          nextCursor = null,
        } = await runtime().journal.readTimeline(caller(), 'thing_walked', options);
        expect(total).to.equal(8);
        met.push(...entries.map(({ description }) => description));
        cursor = nextCursor;
      }
      expect(met).to.deep.equal(order === 'asc' ? inOrder : inOrder.toReversed());
    }
  });

  it('gives entries and events the time of the write, or the creation time of new records', async () => {
    const createdAt = new Date('2026-01-02T03:04:05.678Z');
    const told: Date[] = [];
    const write = async (_session: unknown, { at }: ChangeTime) => {
      told.push(at);
      return { entries: [entry('thing_timed', 'once')] };
    };
    const [created] = (await runtime().journal.commit({ caller: caller() }, write, createdAt)).entries;
    const [written] = (await runtime().journal.commit({ caller: caller() }, write)).entries;
    expect([created?.at, written?.at]).to.deep.equal(told);
    expect(told[0]).to.deep.equal(createdAt);
    expect(JSON.parse(created?.events[0]?.payload ?? '').timestamp).to.equal(createdAt.toISOString());
  });

  it("gives entries and events a later time than a record's last change", async () => {
    const updated_at = new Date(Date.now() + 5_000);
    const later = new Date(updated_at.getTime() + 1);
    const write = async (_session: unknown, time: ChangeTime) => {
      expect(time.after({ updated_at: new Date(0) }, { updated_at }, null)).to.deep.equal(later);
      return { entries: [entry('thing_later', 'once')] };
    };
    const [changed] = (await runtime().journal.commit({ caller: caller() }, write)).entries;
    expect(changed?.at).to.deep.equal(later);
    expect(JSON.parse(changed?.events[0]?.payload ?? '').timestamp).to.equal(later.toISOString());
  });
});
