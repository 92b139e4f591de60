import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '@plotline/pipeline/context';
import { type Lead, sources, stages } from '@plotline/pipeline/domain/lead';
import { eraseLead } from '@plotline/pipeline/sales/erase-lead';
import { toHeadId } from '@plotline/pipeline/store/counter-collections';
import { rebuildWorkspaceCounters } from '@plotline/pipeline/store/rebuild-counters';
import { expect } from 'chai';
import { issuedQueries } from '../../support/issued-queries.js';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { addLead, move, salesCaller, startSales } from '../support/sales-fixture.js';

const agents = ['agent_1', 'agent_2', 'agent_3'];
const page = { page: 1, per_page: 1, sort: 'created_at', order: 'desc' } as const;
type Conditions = Pick<Parameters<Context['leads']['list']>[1], 'stages' | 'sources' | 'agent_id'>;

/** Conditions whose totals are counted, with the filter of a real count. */
const questions: readonly (readonly [Conditions, object])[] = [
  [{}, {}],
  [{ stages: [] }, { stage: { $in: [] } }],
  [{ stages: ['won', 'lost'] }, { stage: { $in: ['won', 'lost'] } }],
  ...stages.map((stage) => [{ stages: [stage] }, { stage }] as const),
  ...sources.map((source) => [{ sources: [source] }, { source }] as const),
  [{ sources: ['website', 'website', 'portal'] }, { source: { $in: ['website', 'portal'] } }],
  ...[...agents, 'agent_none'].flatMap((agent_id) => [
    [{ agent_id }, { assigned_agent: agent_id }] as const,
    [
      { agent_id, stages: ['viewing'] },
      { assigned_agent: agent_id, stage: 'viewing' },
    ] as const,
    [
      { agent_id, stages: ['new', 'lost'] },
      { assigned_agent: agent_id, stage: { $in: ['new', 'lost'] } },
    ] as const,
  ]),
];

async function totalOf(context: Context, conditions: Conditions, caller = salesCaller()): Promise<number> {
  const { info } = await context.leads.list(caller, { ...page, ...conditions }, ['id']);
  return info.total;
}

/** The methods by which the totals of all questions were found. */
async function expectExact(context: Context, asked: Context = context): Promise<string[]> {
  const leads = context.runtime.databases.live.collection('leads');
  const issued = await issuedQueries(['leads'], async () => {
    for (const [conditions, filter] of questions) {
      const counted = await leads.find({ workspace_id: 'ws_test', ...filter }, { projection: { _id: 1 } }).toArray();
      expect(await totalOf(asked, conditions), JSON.stringify(conditions)).to.equal(counted.length);
    }
  });
  return issued.map(({ method }) => method);
}

describe('Totals of lists of leads', () => {
  const fixture = useFixturePerTest(startSales);

  it('are what a count would tell after every change, on every replica, without one', async () => {
    const [context, other] = [fixture().context, await fixture().replica()];
    const leads: Lead[] = [];
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const steps = [
      async () => {
        const fields = { source: sources[random(sources.length)] ?? 'api', assigned_agent: agents[random(4)] ?? null };
        leads.push(await addLead(context, fields));
      },
      async () => {
        const lead = leads[random(leads.length)];
        if (lead) await move(other, lead.id, stages[random(5)] ?? 'new');
      },
      async () => {
        const selection = { filter: { assigned_agent: agents[0] }, hint: 'assigned_agent', limit: 2 };
        const change = (before: Lead, at: Date) => ({ ...before, assigned_agent: agents[1] ?? null, updated_at: at });
        await other.leads.changeBatch({ caller: salesCaller() }, selection, change);
      },
      async () => {
        const [lead] = leads.splice(random(leads.length), 1);
        if (lead) await eraseLead(context, { caller: salesCaller() }, lead.id, () => undefined);
      },
      () => other.counters.compactChanges(salesCaller()),
    ];
    for (let step = 0; step < 40; step += 1) {
      await steps[step < 6 ? 0 : random(steps.length)]?.();
      if (step % 4 > 0) continue;
      expect(await expectExact(context, step % 8 > 0 ? context : other)).not.to.include('countDocuments');
    }
    expect(await totalOf(context, { agent_id: '' }), 'of no agent').to.equal(0);
    expect(await totalOf(context, {}, salesCaller('ws_other'))).to.equal(0);
    expect(await totalOf(context, {}, salesCaller('ws_test', 'sandbox'))).to.equal(0);
  });

  it('are those of one moment while leads move between stages and agents, and changes are compacted', async () => {
    const [context, other] = [fixture().context, await fixture().replica()];
    const leads = await Promise.all(agents.map((assigned_agent) => addLead(context, { assigned_agent })));
    let isDone = false;
    const moving = leads.map(async ({ id }) => {
      for (let turn = 0; !isDone; turn += 1) await move(context, id, stages[turn % 5] ?? 'new');
    });
    const compacting = (async () => {
      while (!isDone) {
        await other.counters.compactChanges(salesCaller());
        await sleep(50);
      }
    })();
    try {
      for (let look = 0; look < 8; look += 1) {
        const open = stages.filter((stage) => stage !== 'won' && stage !== 'lost');
        const asked = [totalOf(other, { stages: open }), totalOf(context, { agent_id: 'agent_2' }), totalOf(other, {})];
        expect(await Promise.all(asked)).to.deep.equal([3, 1, 3]);
        const id = `lead_extra_${look}`;
        await addLead(context, { id, assigned_agent: null, stage: 'won' });
        expect(await totalOf(other, { stages: ['won'] }), 'right after the creation').to.equal(1);
        await eraseLead(context, { caller: salesCaller() }, id, () => undefined);
        expect(await totalOf(other, { stages: ['won'] }), 'right after the erasure').to.equal(0);
      }
    } finally {
      isDone = true;
      await Promise.all([...moving, compacting]);
    }
    await expectExact(context);
  });

  it('are counted where the first compaction of a workspace came between the reads of the counters', async () => {
    const { context } = fixture();
    for (const agent_id of ['', 'agent_1']) {
      const read = await context.leadTotals.toRows(salesCaller(), { agent_id, names: ['leads'] });
      // Counters, of which there were none, then changes, which were gone, then the head, which was there.
      expect(read?.toTotal([{ _id: toHeadId('ws_test'), version: 1 }])).to.equal(null);
    }
  });

  it('are counted while a reset removes leads, until it has corrected the counters', async () => {
    const { context } = fixture();
    const [lead] = [await addLead(context), await addLead(context)];
    await context.counters.suspendTotals(salesCaller());
    await context.counters.suspendTotals(salesCaller('ws_empty'));
    const days = { from: '2000-01-01', to: '2999-12-31' };
    expect(await context.counters.read(salesCaller('ws_empty'), [{ agents: [''], days }])).to.deep.equal([[]]);
    expect(await context.counters.read(salesCaller('ws_empty'), [{ agents: [''], days: '' }])).to.deep.equal([[]]);
    await context.runtime.databases.live.collection('leads').deleteOne({ name: lead?.name ?? '' });
    expect(await expectExact(context)).to.include('countDocuments');
    await context.counters.compactChanges(salesCaller());
    expect(await expectExact(context)).to.include('countDocuments');
    await rebuildWorkspaceCounters(context.runtime, context, salesCaller());
    expect(await expectExact(context)).not.to.include('countDocuments');
  });
});
