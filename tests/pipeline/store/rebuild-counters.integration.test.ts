import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from '@plotline/pipeline/domain/lead';
import { rebuildCounters } from '@plotline/pipeline/store/rebuild-counters';
import { createCounterCompaction } from '@plotline/pipeline/workers/counter-compaction';
import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startAnalytics } from '../support/analytics-fixture.js';
import { addLead, move, salesCaller } from '../support/sales-fixture.js';

const everything = { agents: ['', 'agent_1', 'agent_2'], days: { from: '2000-01-01', to: '2999-12-31' } } as const;
const allTime = { agents: ['', 'agent_1', 'agent_2'], days: '' } as const;

describe('the rebuild of the counters for analytics', () => {
  const sales = useFixture(startAnalytics);

  const read = () => sales().context.counters.read(salesCaller(), [everything, allTime]);
  const rebuild = () => rebuildCounters(sales().context.runtime, sales().context, 'live');
  const compact = () => createCounterCompaction(sales().context).run();

  it('finds nothing wrong with counters that no one has touched, compacted or not', async () => {
    const before = await read();
    expect(await rebuild()).to.include({ corrected: 0 });
    expect(await read()).to.have.deep.members(before);
    await compact();
    expect(await rebuild()).to.include({ corrected: 0 });
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
    // As reads do that meet many changes: the worker's compaction is paused by the rebuild.
    const compactOften = async () => {
      while (!isDone) {
        await context.counters.compactChanges('live');
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
