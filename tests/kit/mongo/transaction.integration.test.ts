import { setTimeout as sleep } from 'node:timers/promises';
import type { Collection } from '@plotline/kit/mongo/collection';
import { runInTransaction } from '@plotline/kit/mongo/transaction';
import { expect } from 'chai';
import type { ClientSession } from 'mongoose';
import { eventually } from '../../support/eventually.js';
import { refusalOf } from '../../support/refusal-of.js';
import { startSeverableRuntime } from '../../support/severable-runtime.js';
import { createCollections, testCaller } from '../../support/test-runtime.js';
import { useFixture } from '../../support/use-fixture.js';
import { type Thing, thing, thingCollection } from '../thing-store.js';

const caller = testCaller('ws_transaction');
const forever = new Promise<never>(() => undefined);
/** Turns that are given at once in a process. */
const turns = 8;

describe('runInTransaction', () => {
  const fixture = useFixture(() => startSeverableRuntime('transaction'));
  let things: Collection<Thing>;
  let stored: Collection<Thing>;

  before(async () => {
    things = thingCollection(fixture().runtime);
    await createCollections(fixture().runtime);
    stored = thingCollection(fixture().observer);
  });

  afterEach(() => {
    fixture().proxy.restore();
    fixture().proxy.onRequest(() => undefined);
  });

  const run = <T>(deadline: number, work: (session: ClientSession) => Promise<T>) =>
    runInTransaction(fixture().runtime.databases.live, deadline, work);

  const insert = (name: string) => (session: ClientSession) => things.in(caller).insert([thing(name)], session);

  const isStored = async (name: string) => (await stored.in(caller).get(`thing_${name}`)) !== null;

  /** Calls `attempt` with deadlines that are farther off each time, until what has to happen before one has happened. */
  async function untilInTime(firstMs: number, attempt: (deadline: number) => Promise<boolean>): Promise<void> {
    for (let ms = firstMs; !(await attempt(Date.now() + ms)); ms *= 3) expect(ms).to.be.below(60_000);
  }

  /** Calls `interfere` when the commit is about to be sent, before or after it reaches the server. Returns what tells whether it was. */
  function interfereWithCommit(interfere: () => void, when: 'before' | 'after'): () => boolean {
    let isDone = false;
    fixture().proxy.onRequest((bytes) => {
      if (isDone || !bytes.includes('commitTransaction')) return;
      isDone = true;
      if (when === 'before') interfere();
      else setImmediate(interfere);
    });
    return () => isDone;
  }

  it('runs the work again when it met another writer', async () => {
    await things.in(caller).insert([thing('met')]);
    let runs = 0;
    await run(Date.now() + 10_000, async (session) => {
      runs += 1;
      await things.in(caller).get('thing_met', session);
      if (runs === 1) await stored.in(caller).update({ _id: 'thing_met' }, { $inc: { count: 1 } });
      await things.in(caller).update({ _id: 'thing_met' }, { $inc: { count: 10 } }, session);
    });
    expect([runs, (await stored.in(caller).get('thing_met'))?.count]).to.deep.equal([2, 11]);
  });

  it('runs the work again when another one has created a record that it upserts', async () => {
    const upserts = new Map([['thing_upserted', { $inc: { count: 1, version: 1 } }]]);
    let runs = 0;
    await run(Date.now() + 10_000, async (session) => {
      runs += 1;
      await things.in(caller).get('thing_upserted', session);
      if (runs === 1) await run(Date.now() + 10_000, (other) => things.in(caller).upsertAll(upserts, other));
      await things.in(caller).upsertAll(upserts, session);
    });
    expect([runs, (await stored.in(caller).get('thing_upserted'))?.count]).to.deep.equal([2, 2]);
  });

  it('runs no work after the deadline, and commits none that ends after it', async () => {
    const late = await refusalOf(() => run(Date.now(), insert('late')));
    expect(late).to.include({ code: 'SERVICE_UNAVAILABLE' });
    await untilInTime(300, async (deadline) => {
      let isInTime = false;
      const slow = await refusalOf(() =>
        run(deadline, async (session) => {
          await insert('slow')(session);
          isInTime = Date.now() < deadline;
          await sleep(deadline + 300 - Date.now());
        }),
      );
      expect(slow).to.include({ code: 'SERVICE_UNAVAILABLE' });
      return isInTime;
    });
    await sleep(600);
    expect([await isStored('late'), await isStored('slow')]).to.deep.equal([false, false]);
  });

  it('stores nothing of work that goes on after the deadline, also at the moment of the rollback', async () => {
    await untilInTime(300, async (deadline) => {
      let [isInTime, hasEnded] = [false, false];
      const refusal = await refusalOf(() =>
        run(deadline, async (session) => {
          const rollBack = session.abortTransaction.bind(session);
          const isRolledBack = new Promise<void>((resolve) => {
            session.abortTransaction = async (options) => {
              await rollBack(options);
              resolve();
              await sleep(500);
            };
          });
          await insert('before')(session);
          isInTime = Date.now() < deadline;
          await Promise.race([isRolledBack, sleep(deadline + 700 - Date.now())]);
          await insert('after')(session).finally(() => {
            hasEnded = true;
          });
        }),
      );
      expect(refusal).to.include({ code: 'SERVICE_UNAVAILABLE' });
      if (isInTime) await eventually(() => expect(hasEnded).to.equal(true));
      return isInTime;
    });
    expect([await isStored('before'), await isStored('after')]).to.deep.equal([false, false]);
    // What was open is rolled back, and locks nothing.
    await run(Date.now() + 10_000, insert('before'));
    expect(await isStored('before')).to.equal(true);
  });

  for (const fault of ['cutOff', 'freeze'] as const) {
    it(`stores nothing when the database is back after the deadline (${fault})`, async () => {
      const { proxy } = fixture();
      const name = `away-${fault}`;
      const began = Date.now();
      const refusal = await refusalOf(() =>
        run(began + 1_500, async (session) => {
          proxy[fault]();
          await insert(name)(session);
        }),
      );
      expect(refusal).to.include({ code: 'SERVICE_UNAVAILABLE' });
      // The driver alone would wait for half a minute.
      expect(Date.now() - began).to.be.below(20_000);
      proxy.restore();
      await sleep(2_500);
      expect(await isStored(name)).to.equal(false);
      await run(Date.now() + 10_000, insert(`${name}-later`));
      expect(await isStored(`${name}-later`)).to.equal(true);
    });
  }

  it('sends no commit after the deadline, though the server still has the transaction open', async () => {
    const { proxy } = fixture();
    await untilInTime(1_500, async (deadline) => {
      const hasInterfered = interfereWithCommit(() => {
        proxy.part();
        setTimeout(() => proxy.restore(), deadline + 1_500 - Date.now());
      }, 'before');
      const refusal = await refusalOf(() => run(deadline, insert('unsent')));
      expect(refusal).to.include({ code: 'SERVICE_UNAVAILABLE' });
      return hasInterfered();
    });
    await sleep(4_000);
    expect(await isStored('unsent')).to.equal(false);
    // The server would keep the locks of an abandoned transaction for longer.
    await run(Date.now() + 10_000, insert('unsent'));
    expect(await isStored('unsent')).to.equal(true);
  });

  it('lets the driver forget the session of a commit that is answered after the deadline', async () => {
    const { proxy } = fixture();
    let isForgotten = false;
    await untilInTime(1_500, async (deadline) => {
      const hasInterfered = interfereWithCommit(() => {
        proxy.freeze();
        setTimeout(() => proxy.restore(), deadline + 500 - Date.now());
      }, 'after');
      await run(deadline, async (session) => {
        session.once('ended', () => {
          isForgotten = true;
        });
        await insert(`answered-late-${deadline}`)(session);
      }).catch(() => undefined);
      return hasInterfered();
    });
    expect(isForgotten).to.equal(true);
  });

  it('commits once the database is back before the deadline, whether the first commit arrived or not', async () => {
    const { proxy } = fixture();
    for (const when of ['before', 'after'] as const) {
      const hasInterfered = interfereWithCommit(() => {
        proxy.part();
        setTimeout(() => proxy.restore(), 1_500);
      }, when);
      await run(Date.now() + 60_000, insert(`commit-lost-${when}`));
      expect(hasInterfered(), when).to.equal(true);
      expect(await isStored(`commit-lost-${when}`)).to.equal(true);
    }
  });

  it('repeats the work when the database is back before the deadline', async () => {
    const { proxy } = fixture();
    let runs = 0;
    await run(Date.now() + 15_000, async (session) => {
      runs += 1;
      if (runs === 1) proxy.cutOff();
      setTimeout(() => proxy.restore(), 1_000);
      await insert('repeated')(session);
    });
    expect([runs > 1, await isStored('repeated')]).to.deep.equal([true, true]);
  });

  it('waits for its turn no longer than to the deadline', async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holding = Array.from({ length: turns }, () => run(Date.now() + 60_000, () => released));
    const waiting = refusalOf(() => run(Date.now() + 300, insert('waited')));
    const next = run(Date.now() + 60_000, insert('next'));
    expect(await waiting).to.include({ code: 'SERVICE_UNAVAILABLE' });
    expect(await isStored('next')).to.equal(false);
    release();
    await Promise.all([...holding, next]);
    expect([await isStored('waited'), await isStored('next')]).to.deep.equal([false, true]);
  });

  it('gives the turn of work that hangs to the next at its deadline', async () => {
    const hanging = Array.from({ length: turns }, () => refusalOf(() => run(Date.now() + 1_500, () => forever)));
    await run(Date.now() + 60_000, insert('after-hanging'));
    expect(await isStored('after-hanging')).to.equal(true);
    for (const refusal of hanging) expect(await refusal).to.include({ code: 'SERVICE_UNAVAILABLE' });
  });
});
