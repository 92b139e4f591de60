import { fromStart, type Wrong } from '@plotline/kit/ops/rebuilds/rebuild';
import type { Counter } from '@plotline/pipeline/counters/model/counter';
import type { Stage } from '@plotline/pipeline/leads/model/lead';
import { expect } from 'chai';
import { issuedQueries } from '../../../support/issued-queries.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startAnalytics } from '../../support/analytics-fixture.js';
import { rebuildCounters } from '../../support/rebuild-counters.js';
import { addLead, move, salesCaller } from '../../support/sales-fixture.js';

const agents = ['', 'agent_1', 'agent_2'];
const everything = { agents, days: { from: '2020-01-01', to: '2029-12-31' } } as const;
const allTime = { agents, days: '' } as const;

describe('the rebuild of the analytics counters', () => {
  const sales = useFixture(startAnalytics);

  const toKey = ({ agent_id, day }: Counter) => `${agent_id} ${day}`;
  /** Sorts counters, because they are read in no particular order. */
  const read = async () => {
    const found = await sales().context.counters.read(salesCaller(), [everything, allTime]);
    return found.map((counters) => counters.toSorted((one, other) => (toKey(one) < toKey(other) ? -1 : 1)));
  };
  const rebuild = () => rebuildCounters(sales().context);

  it('finds no error in untouched counters', async () => {
    const before = await read();
    expect(await rebuild()).to.include({ corrected: 0 });
    expect(await read()).to.deep.equal(before);
  });

  it('counts outside of a transaction, because the database ends long transactions', async () => {
    const collections = ['leads', 'deals', 'invoices'];
    const issued = await issuedQueries(collections, rebuild);
    const counting = issued.filter(({ options }) => 'session' in options);
    expect(counting.map(({ collection }) => collection)).to.include.members(collections);
    for (const { options } of counting) expect(options).to.have.nested.property('session.snapshotEnabled', true);
  });

  it('reports a wrong counter with its figures in a dry run, and otherwise corrects it', async () => {
    const before = await read();
    const { live } = sales().context.runtime.databases;
    await live.collection('record_counters').updateOne({ key: 'agent//agent_1' }, { $inc: { 'counts.active': 2 } });
    const wrong: Wrong[] = [];
    const dryRun = { onWrong: (one: Wrong) => void wrong.push(one) };
    await rebuildCounters(sales().context, 'live', { ...fromStart, dryRun });
    const active =
      before.flat().find(({ agent_id, day }) => agent_id === 'agent_1' && day === '')?.counts['active'] ?? 0;
    expect(wrong).to.deep.equal([
      {
        workspace_id: salesCaller().workspaceId,
        id: 'agent//agent_1',
        expected: { active },
        found: { active: active + 2 },
      },
    ]);
    expect(await read()).to.not.deep.equal(before);
    expect(await rebuild()).to.include({ corrected: 1 });
    expect(await read()).to.deep.equal(before);
  });

  it('is exact while leads are created and moved', async () => {
    const { context } = sales();
    const counters = context.runtime.databases.live.collection('record_counters');
    await counters.updateMany({ key: 'workspace/' }, { $inc: { 'counts.leads': 5, 'counts.deals': -1 } });
    await counters.deleteOne({ key: /^agent\/2.*agent_1$/ });

    let isDone = false;
    const write = async () => {
      const lead = await addLead(context);
      const stages: readonly Stage[] = ['contacted', 'viewing', 'lost', 'new'];
      for (let turn = 0; !isDone; turn += 1) {
        await move(context, lead.id, stages[turn % stages.length] ?? 'new');
      }
    };
    const writers = [write(), write(), write()];
    const { corrected } = await rebuild().finally(() => {
      isDone = true;
    });
    await Promise.all(writers);

    expect(corrected).to.be.greaterThan(1);
    expect(await rebuild()).to.include({ corrected: 0 });
  });
});
