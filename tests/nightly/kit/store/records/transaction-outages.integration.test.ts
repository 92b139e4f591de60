import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { untilInTime, useTransactions } from '../../../../kit/store/records/transaction-fixture.js';
import { refusalOf } from '../../../../support/refusal-of.js';

describe('runInTransaction when the database goes down', () => {
  const { proxy, run, insert, isStored } = useTransactions();

  /**
   * Calls `interfere` before the commit is sent or after it arrives. Returns a function that tells whether `interfere`
   * was called.
   */
  function interfereWithCommit(interfere: () => void, when: 'before' | 'after'): () => boolean {
    let isDone = false;
    proxy().onRequest((bytes) => {
      if (isDone || !bytes.includes('commitTransaction')) return;
      isDone = true;
      if (when === 'before') interfere();
      else setImmediate(interfere);
    });
    return () => isDone;
  }

  for (const fault of ['cutOff', 'freeze'] as const) {
    it(`stores nothing when the database is back after the deadline (${fault})`, async () => {
      const name = `away-${fault}`;
      const began = Date.now();
      const refusal = await refusalOf(() =>
        run(began + 1_500, async (session) => {
          proxy()[fault]();
          await insert(name)(session);
        }),
      );
      expect(refusal).to.include({ code: 'SERVICE_UNAVAILABLE' });
      // The driver alone would wait for half a minute.
      expect(Date.now() - began).to.be.below(20_000);
      proxy().restore();
      await sleep(2_500);
      expect(await isStored(name)).to.equal(false);
      await run(Date.now() + 10_000, insert(`${name}-later`));
      expect(await isStored(`${name}-later`)).to.equal(true);
    });
  }

  it('sends no commit after the deadline, even if the server still has the transaction open', async () => {
    await untilInTime(1_500, async (deadline) => {
      const hasInterfered = interfereWithCommit(() => {
        proxy().part();
        setTimeout(() => proxy().restore(), deadline + 1_500 - Date.now());
      }, 'before');
      const refusal = await refusalOf(() => run(deadline, insert('unsent')));
      expect(refusal).to.include({ code: 'SERVICE_UNAVAILABLE' });
      return hasInterfered();
    });
    await sleep(4_000);
    expect(await isStored('unsent')).to.equal(false);
    // The server would otherwise keep the locks of an abandoned transaction for longer.
    await run(Date.now() + 10_000, insert('unsent'));
    expect(await isStored('unsent')).to.equal(true);
  });

  it('discards the session of a commit that is answered after the deadline', async () => {
    let isForgotten = false;
    await untilInTime(1_500, async (deadline) => {
      const hasInterfered = interfereWithCommit(() => {
        proxy().freeze();
        setTimeout(() => proxy().restore(), deadline + 500 - Date.now());
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

  it('commits if the database is back before the deadline, whether the first commit arrived or not', async () => {
    for (const when of ['before', 'after'] as const) {
      const hasInterfered = interfereWithCommit(() => {
        proxy().part();
        setTimeout(() => proxy().restore(), 1_500);
      }, when);
      await run(Date.now() + 60_000, insert(`commit-lost-${when}`));
      expect(hasInterfered(), when).to.equal(true);
      expect(await isStored(`commit-lost-${when}`)).to.equal(true);
    }
  });

  it('repeats the work when the database is back before the deadline', async () => {
    let runs = 0;
    await run(Date.now() + 15_000, async (session) => {
      runs += 1;
      if (runs === 1) {
        proxy().cutOff();
        setTimeout(() => proxy().restore(), 1_000);
      }
      await insert('repeated')(session);
    });
    expect([runs > 1, await isStored('repeated')]).to.deep.equal([true, true]);
  });
});
