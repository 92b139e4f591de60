import { setTimeout as sleep } from 'node:timers/promises';
import { fromStart, type Wrong } from '@plotline/kit/ops/rebuilds/rebuild';
import { readAtSnapshot } from '@plotline/kit/store/transactions/snapshot';
import { runInTransaction } from '@plotline/kit/store/transactions/transaction';
import type { Counter } from '@plotline/pipeline/domain/counter';
import type { Stage } from '@plotline/pipeline/domain/lead';
import type { CounterDifference } from '@plotline/pipeline/store/counters';
import { rebuildCounters } from '@plotline/pipeline/store/rebuild-counters';
import { createCounterCompaction } from '@plotline/pipeline/workers/counter-compaction';
import { expect } from 'chai';
import { issuedQueries } from '../../support/issued-queries.js';
import { refusalOf } from '../../support/refusal-of.js';
import { useFixture } from '../../support/use-fixture.js';
import { startAnalytics } from '../support/analytics-fixture.js';
import { addLead, move, salesCaller } from '../support/sales-fixture.js';

const everything = { agents: ['', 'agent_1', 'agent_2'], days: { from: '2000-01-01', to: '2999-12-31' } } as const;
const allTime = { agents: ['', 'agent_1', 'agent_2'], days: '' } as const;

describe('the rebuild of the counters for analytics', () => {
  const sales = useFixture(startAnalytics);

  const toKey = ({ agent_id, day }: Counter) => `${agent_id} ${day}`;
  /** Sorts counters, because they are read in no particular order. */
  const read = async () => {
    const found = await sales().context.counters.read(salesCaller(), [everything, allTime]);
    return found.map((counters) => counters.toSorted((one, other) => (toKey(one) < toKey(other) ? -1 : 1)));
  };
  const rebuild = () => rebuildCounters(sales().context.runtime, sales().context, 'live');
  const compact = () => createCounterCompaction(sales().context).run();

  it('finds no error in untouched counters, compacted or not', async () => {
    const before = await read();
    expect(await rebuild()).to.include({ corrected: 0 });
    expect(await read()).to.deep.equal(before);
    await compact();
    expect(await rebuild()).to.include({ corrected: 0 });
  });

  it('waits for no compaction of another replica', async () => {
    const { lease } = sales().context.runtime;
    const held = await lease.whileHeld('live', 'counter-compaction', rebuild);
    expect(held?.result).to.include({ corrected: 0 });
  });

  it('counts outside of a transaction, because the database ends long ones', async () => {
    const collections = ['leads', 'deals', 'invoices'];
    const issued = await issuedQueries(collections, rebuild);
    const counting = issued.filter(({ options }) => 'session' in options);
    expect(counting.map(({ collection }) => collection)).to.include.members(collections);
    for (const { options } of counting) expect(options).to.have.nested.property('session.snapshotEnabled', true);
  });

  it('adds a missing value once, although two rebuilds have found it', async () => {
    const { counters, runtime } = sales().context;
    const { live } = runtime.databases;
    const missing = [{ agent_id: 'agent_1', day: '', counts: { active: 2 } }];
    const compare = async () => {
      const { result } = await readAtSnapshot(live, '', async (session) => {
        const { corrections } = await counters.compare(salesCaller(), [], session);
        return { missing, corrections };
      });
      return result;
    };
    const correct = (difference: CounterDifference) =>
      runInTransaction(live, Date.now() + 10_000, (session) => counters.correct(salesCaller(), difference, session));
    const before = await read();
    const [one, other] = [await compare(), await compare()];
    await correct(one);
    expect(await read()).to.not.deep.equal(before);
    const wrong: Wrong[] = [];
    const dryRun = { onWrong: (one: Wrong) => void wrong.push(one) };
    const { context } = sales();
    await rebuildCounters(context.runtime, context, 'live', { ...fromStart, dryRun });
    const active =
      before.flat().find(({ agent_id, day }) => agent_id === 'agent_1' && day === '')?.counts['active'] ?? 0;
    expect(wrong).to.deep.equal([
      {
        workspace_id: salesCaller().workspaceId,
        id: salesCaller().workspaceId,
        field: 'agent_1 all',
        expected: { active },
        found: { active: active + 2 },
      },
    ]);
    expect(await refusalOf(() => correct(other))).to.include({ code: 'CONFLICT' });
    expect(await rebuild()).to.include({ corrected: 1 });
    expect(await read()).to.deep.equal(before);
  });

  it('is exact while leads are created and moved, and changes are compacted', async () => {
    const { context } = sales();
    const { live } = context.runtime.databases;
    await compact();
    await live.collection('counters').updateMany({ day: '' }, { $inc: { 'counts.leads': 5, 'counts.active': -1 } });
    await live.collection('counters').deleteOne({ agent_id: 'agent_1', day: { $ne: '' } });

    let isDone = false;
    const write = async () => {
      const lead = await addLead(context);
      const stages: readonly Stage[] = ['contacted', 'viewing', 'lost', 'new'];
      for (let turn = 0; !isDone; turn += 1) {
        await move(context, lead.id, stages[turn % stages.length] ?? 'new');
      }
    };
    // Simulates reads that meet many changes: the rebuild pauses the worker's compaction.
    const compactOften = async () => {
      while (!isDone) {
        await context.counters.compactChanges(salesCaller());
        await sleep(100);
      }
    };
    const writers = [write(), write(), write(), compactOften()];
    const { corrected } = await rebuild().finally(() => {
      isDone = true;
    });
    await Promise.all(writers);

    expect(corrected).to.be.greaterThan(1);
    expect(await rebuild()).to.include({ corrected: 0 });
    await compact();
    expect(await rebuild()).to.include({ corrected: 0 });
  });
});
