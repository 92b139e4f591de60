import type { Context } from '@plotline/pipeline/context';
import { type Lead, sources, stages } from '@plotline/pipeline/leads/model/lead';
import { allLeads } from '@plotline/pipeline/leads/model/lead-total';
import { eraseLead } from '@plotline/pipeline/sales/work/erase-lead';
import { expect } from 'chai';
import { issuedQueries } from '../../../support/issued-queries.js';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { addLead, move, salesCaller, startSales } from '../../support/sales-fixture.js';

const agents = ['agent_1', 'agent_2', 'agent_3'];
const page = { page: 1, per_page: 1, sort: 'created_at', order: 'desc' } as const;
type Conditions = Pick<Parameters<Context['leads']['list']>[1], 'stages' | 'sources' | 'agent_id'>;

/** Conditions whose totals are counted, each with the filter for a real count. */
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

/** Checks the totals of all queries. Returns the methods by which they were found. */
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

  it('equal a count after every change, on every replica, without counting', async () => {
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

  it('are consistent while leads move between stages and agents', async () => {
    const [context, other] = [fixture().context, await fixture().replica()];
    const leads = await Promise.all(agents.map((assigned_agent) => addLead(context, { assigned_agent })));
    let isDone = false;
    const moving = leads.map(async ({ id }) => {
      for (let turn = 0; !isDone; turn += 1) await move(context, id, stages[turn % 5] ?? 'new');
    });
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
      await Promise.all(moving);
    }
    await expectExact(context);
  });

  it('are counted in the sandbox, where a reset removes leads before it corrects the counters', async () => {
    const { context } = fixture();
    const sandbox = salesCaller('ws_test', 'sandbox');
    expect(await context.counters.findTotal(sandbox, allLeads)).to.equal(null);
    const issued = await issuedQueries(['leads', 'record_counters'], () => totalOf(context, {}, sandbox));
    expect(issued.map(({ collection, method }) => `${collection} ${method}`)).to.include('leads countDocuments');
  });
});
