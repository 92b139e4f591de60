import { parsePeriod } from '@plotline/kit/core/period';
import { createAgentReport, createAgentTotals } from '@plotline/pipeline/analytics/model/agent-report';
import { createOverview } from '@plotline/pipeline/analytics/model/overview';
import type { Context } from '@plotline/pipeline/context';
import { type Counter, CounterTotals, type Days, sumCounters } from '@plotline/pipeline/counters/model/counter';
import { countLead } from '@plotline/pipeline/leads/model/count-lead';
import { countDeal } from '@plotline/pipeline/sales/model/count-deal';
import { eraseLead } from '@plotline/pipeline/sales/work/erase-lead';
import { expect } from 'chai';
import { issuedQueries } from '../../../support/issued-queries.js';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import {
  addLead,
  dealsOf,
  invoiceOf,
  move,
  pay,
  salesCaller,
  startSales,
  unitTerms,
  win,
} from '../../support/sales-fixture.js';

/** All days that the fixtures cover. */
const always = { from: '2020-01-01', to: '2029-12-31' };

function sumAgentDays({ counters }: Context, days: Days, caller = salesCaller()) {
  return counters.inSnapshot(caller, (session) => counters.sumAgentDays(caller, days, session));
}

/** All stored counters. */
async function kept(context: Context): Promise<Counter[]> {
  const found = await context.counters.read(salesCaller(), [
    { agents: ['', 'agent_1'], days: '' },
    { agents: ['', 'agent_1'], days: always },
  ]);
  return found.flat();
}

/** All counters computed from the records. */
async function recounted(context: Context): Promise<Counter[]> {
  const caller = salesCaller();
  const query = { page: 1, per_page: 100, sort: 'created_at', order: 'asc' } as const;
  const { records } = await context.leads.list(caller, query, ['id']);
  const leads = await context.leads.getAll(
    caller,
    records.map(({ id }) => id),
  );
  const deals = await dealsOf(context);
  return sumCounters([...leads.flatMap(countLead), ...deals.flatMap(countDeal)]);
}

describe('RecordCounters', () => {
  const fixture = useFixturePerTest(startSales);
  const context = () => fixture().context;

  async function expectExact(): Promise<void> {
    expect(await kept(context())).to.have.deep.members(await recounted(context()));
  }

  it('equal a recount of all records after every change', async () => {
    fixture().inventory.addUnit('unit_1');
    const [one, other, third] = [
      await addLead(context()),
      await addLead(context()),
      await addLead(context(), { assigned_agent: null }),
    ];
    await expectExact();
    const { deal } = await win(context(), one.id);
    await expectExact();
    await pay(context(), (await invoiceOf(context(), deal.id)).id);
    await win(context(), other.id, { ...unitTerms, property_id: 'prop_1', value: 0.5 });
    await win(context(), third.id, { ...unitTerms, property_id: 'prop_1', value: 0.25, commission: 1 });
    await expectExact();
    await move(context(), other.id, 'lost');
    await expectExact();
    await eraseLead(context(), { caller: salesCaller() }, other.id, () => undefined);
    await expectExact();
  });

  it('are exact to the cent after deals with the largest value were cancelled', async () => {
    const terms = { ...unitTerms, property_id: 'prop_1' };
    const currency = (await win(context(), (await addLead(context())).id, { ...terms, value: 0.07 })).deal.currency;
    const leads = await Promise.all(Array.from({ length: 12 }, () => addLead(context())));
    for (const { id } of leads) await win(context(), id, { ...terms, value: 1_000_000_000_000_000 });
    await expectExact();
    for (const { id } of leads) await move(context(), id, 'viewing');
    const [days = [], agent = []] = await context().counters.read(salesCaller(), [
      { agents: [''], days: always },
      { agents: ['agent_1'], days: '' },
    ]);
    const period = parsePeriod({ period: 'week' }, context().clock(), 'UTC');
    const { revenue } = createOverview({ total: [], within: days, after: [] }, period);
    expect(revenue).to.deep.equal([{ currency, closed: 0.07, pending: 0.07 }]);
    expect(createAgentTotals(agent, currency)).to.include({ deals_closed: 1, total_revenue: 0.07 });
    await expectExact();
  });

  it('are summed per agent by the database over any number of days', async () => {
    fixture().inventory.addUnit('unit_1');
    const [won, lost] = [await addLead(context()), await addLead(context())];
    await addLead(context(), { assigned_agent: null });
    const { deal } = await win(context(), won.id);
    for (const work of [() => undefined, () => move(context(), lost.id, 'lost')]) {
      await work();
      const [days = []] = await context().counters.read(salesCaller(), [{ agents: ['agent_1'], days: always }]);
      let sums: ReadonlyMap<string, CounterTotals> = new Map();
      const queries = await issuedQueries(['record_counters'], async () => {
        sums = await sumAgentDays(context(), always);
      });
      expect(queries.map(({ method }) => method)).to.deep.equal(['aggregate', 'aggregate']);
      expect([...sums.keys()]).to.deep.equal(['agent_1']);
      expect(sums.get('agent_1')?.toCounts()).to.deep.equal(new CounterTotals(days).toCounts());
      const report = createAgentReport(sums.get('agent_1') ?? new CounterTotals());
      expect(report.revenue).to.have.length(1);
      expect(report.revenue[0]).to.include({ currency: deal.currency, closed: deal.value });
    }
    const future = { from: '2030-01-01', to: '2039-12-31' };
    expect(await sumAgentDays(context(), future)).to.deep.equal(new Map());
  });

  it('are read from one snapshot while leads move', async () => {
    const { id } = await addLead(context());
    let isDone = false;
    const moving = (async () => {
      for (let turn = 0; !isDone; turn += 1) await move(context(), id, turn % 2 === 0 ? 'viewing' : 'new');
    })();
    try {
      for (let look = 0; look < 15; look += 1) {
        const counters = await kept(context());
        const leads = counters.filter(({ counts }) => counts['leads']);
        expect(leads.map(({ counts }) => [counts['stage:new'] ?? 0, counts['stage:viewing'] ?? 0])).to.satisfy(
          (rows: readonly (readonly number[])[]) => rows.every((row) => String(row) === String(rows[0])),
        );
      }
    } finally {
      isDone = true;
      await moving;
    }
  });

  it('are exact after simultaneous changes on several replicas', async () => {
    const replicas = [context(), await fixture().replica()];
    const leads = await Promise.all(
      Array.from({ length: 12 }, (_, place) => addLead(replicas[place % 2] ?? context())),
    );
    await Promise.all(leads.map(({ id }, place) => move(replicas[place % 2] ?? context(), id, 'viewing')));
    await expectExact();
  });

  it('are separate for each workspace and mode', async () => {
    await addLead(context());
    for (const other of [salesCaller('ws_other'), salesCaller('ws_test', 'sandbox')]) {
      expect(await context().counters.read(other, [{ agents: ['agent_1'], days: always }])).to.deep.equal([[]]);
      expect(await sumAgentDays(context(), always, other)).to.deep.equal(new Map());
    }
  });
});
