import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { refusalOf } from '../../../support/refusal-of.js';
import { thing } from '../../thing-store.js';
import { untilInTime, useTransactions } from '../records/transaction-fixture.js';

const forever = new Promise<never>(() => undefined);
/** Maximum number of concurrent transactions in a process. */
const turns = 8;

describe('runInTransaction', () => {
  const { things, stored, run, insert, isStored } = useTransactions();

  it('reruns the work after a conflict with another writer', async () => {
    await things().insert([thing('met')]);
    let runs = 0;
    await run(Date.now() + 10_000, async (session) => {
      runs += 1;
      await things().get('thing_met', session);
      if (runs === 1) await stored().update({ _id: 'thing_met' }, { $inc: { count: 1 } });
      await things().update({ _id: 'thing_met' }, { $inc: { count: 10 } }, session);
    });
    expect([runs, (await stored().get('thing_met'))?.count]).to.deep.equal([2, 11]);
  });

  it('reruns the work when another writer has created the record that it upserts', async () => {
    const upserts = new Map([['thing_upserted', { $inc: { count: 1, version: 1 } }]]);
    let runs = 0;
    await run(Date.now() + 10_000, async (session) => {
      runs += 1;
      await things().get('thing_upserted', session);
      if (runs === 1) await run(Date.now() + 10_000, (other) => things().upsertAll(upserts, other));
      await things().upsertAll(upserts, session);
    });
    expect([runs, (await stored().get('thing_upserted'))?.count]).to.deep.equal([2, 2]);
  });

  it('runs no work after the deadline, and commits no work that ends later', async () => {
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

  it('stores nothing from work that continues after the deadline, even during the rollback', async () => {
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
    // The open transaction is rolled back and holds no locks.
    await run(Date.now() + 10_000, insert('before'));
    expect(await isStored('before')).to.equal(true);
  });

  it('waits for its turn no longer than the deadline', async () => {
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

  it('gives the turn of hanging work to the next work at the deadline', async () => {
    const hanging = Array.from({ length: turns }, () => refusalOf(() => run(Date.now() + 1_500, () => forever)));
    await run(Date.now() + 60_000, insert('after-hanging'));
    expect(await isStored('after-hanging')).to.equal(true);
    for (const refusal of hanging) expect(await refusal).to.include({ code: 'SERVICE_UNAVAILABLE' });
  });
});
