import { noContent } from '@plotline/kit/core/answer';
import { newId } from '@plotline/kit/core/ids';
import { stages } from '@plotline/pipeline/leads/model/lead';
import { createLead } from '@plotline/pipeline/leads/model/new-lead';
import { expect } from 'chai';
import { Explainer, issuedQueries } from '../../../support/issued-queries.js';
import { testCaller } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

interface Row {
  readonly stage: string;
  readonly count: number;
  readonly values: readonly { readonly currency: string; readonly amount: number }[];
}

describe('GET /v1/leads/summary', () => {
  const pipeline = useFixture(startPipeline);

  async function summarize(query: string, as = {}): Promise<Row[]> {
    const { status, body } = await pipeline().request('GET', `/v1/leads/summary?${query}`, { as });
    expect(status).to.equal(200);
    return body.stages;
  }

  /** Returns the rows that are not empty. */
  const filled = async (query: string, as = {}) => (await summarize(query, as)).filter(({ count }) => count > 0);

  before(async () => {
    const lead = (fields: object, as = {}) => pipeline().lead(fields, as);
    await lead({ name: 'Ana', budget: { min: 100, max: 200.1, currency: 'EUR' }, source: 'portal', tags: ['vip'] });
    await lead({ name: 'Bo', budget: { max: 0.2, currency: 'EUR' }, assigned_agent: 'agent_amira' });
    await lead({ name: 'Cy', budget: { min: 70, currency: 'AED' }, source: 'portal' });
    await lead({ name: 'Di', budget: { min: 5 } });
    await lead({ name: 'Ed' });
    const won = await lead({ name: 'Flo', budget: { max: 999, currency: 'EUR' }, source: 'portal' });
    const sale = { property_id: 'prop_river', deal_value: 450_000.55 };
    expect((await pipeline().request('POST', `/v1/leads/${won.id}/won`, { body: sale })).status).to.equal(200);
    const moved = await lead({ name: 'Gus', budget: { max: 999, currency: 'EUR' } });
    await pipeline().request('POST', `/v1/leads/${moved.id}/stage`, { body: { stage: 'won' } });
    await lead({ name: 'Other', budget: { max: 1, currency: 'EUR' } }, { workspaceId: 'ws_two' });
    await lead({ name: 'Test', budget: { max: 1, currency: 'EUR' } }, { mode: 'sandbox' });
  });

  it('contains every stage in order, including empty ones', async () => {
    const rows = await summarize('search=nobody');
    expect(rows).to.deep.equal(stages.map((stage) => ({ stage, count: 0, values: [] })));
  });

  it("joins only the workspace's deals, by their shard key", async () => {
    const issued = await issuedQueries(['leads'], () => summarize('search=flo'));
    const asked = issued.flatMap((query) => query.pipeline ?? []);
    const own = [{ $match: { workspace_id: 'ws_test' } }];
    const isJoin = (stage: unknown) => typeof stage === 'object' && stage !== null && '$lookup' in stage;
    expect(asked.filter(isJoin)).to.have.deep.nested.property('[0].$lookup.pipeline', own);
    const deals = pipeline().context.runtime.databases.live.collection('deals');
    await deals.updateOne({ workspace_id: 'ws_test' }, { $set: { workspace_id: 'ws_elsewhere' } });
    const [row] = await filled('search=flo');
    await deals.updateOne({ workspace_id: 'ws_elsewhere' }, { $set: { workspace_id: 'ws_test' } });
    expect(row?.values).to.deep.equal([]);
  });

  it('sums budgets by currency, using the upper or else the lower limit, and the deals of won leads', async () => {
    expect(await filled('')).to.deep.equal([
      {
        stage: 'new',
        count: 5,
        values: [
          { currency: 'AED', amount: 70 },
          { currency: 'EUR', amount: 200.3 },
          { currency: 'USD', amount: 5 },
        ],
      },
      { stage: 'won', count: 2, values: [{ currency: 'EUR', amount: 450_000.55 }] },
    ]);
  });

  it("counts a budget without a currency in the workspace's currency", async () => {
    const rows = await filled('search=di', { currency: 'AED' });
    expect(rows).to.deep.equal([{ stage: 'new', count: 1, values: [{ currency: 'AED', amount: 5 }] }]);
  });

  for (const [query, expected] of [
    ['source=portal', { new: 2, won: 1 }],
    ['agent_id=agent_amira', { new: 1 }],
    ['agent_id=none', { new: 4, won: 2 }],
    ['tags=vip', { new: 1 }],
    ['status=closed', { won: 2 }],
    ['stage=new', { new: 5 }],
    ['search=flo', { won: 1 }],
    ['source=portal&created_before=2020-01-01', {}],
    ['min_score=100', {}],
  ] as const) {
    it(`summarizes the same leads as a list with "${query}"`, async () => {
      const counts = Object.fromEntries((await filled(query)).map(({ stage, count }) => [stage, count]));
      expect(counts).to.deep.equal(expected);
      const { meta } = await pipeline().request('GET', `/v1/leads?${query}`);
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).to.equal(meta.total);
    });
  }

  it('adds amounts without binary rounding errors', async () => {
    const as = testCaller('ws_cents');
    const leads = Array.from({ length: 1_000 }, (_, place) => {
      const budget = { min: null, max: 0.1, currency: 'EUR' };
      const input = { name: 'Someone', email: `lead${place}@example.com`, source: 'api', budget } as const;
      return createLead(input, newId('lead'), [], new Date());
    });
    await pipeline().context.leadWriter.addAll({ caller: as }, leads, noContent());
    expect(await filled('', { workspaceId: 'ws_cents' })).to.deep.equal([
      { stage: 'new', count: 1_000, values: [{ currency: 'EUR', amount: 100 }] },
    ]);
  });

  it('refuses the same filters as the list, and reports the parameter', async () => {
    for (const [query, field] of [
      ['stage=closed', 'stage'],
      ['min_score=many', 'min_score'],
      ['created_after=yesterday', 'created_after'],
    ] as const) {
      const { status, body } = await pipeline().request('GET', `/v1/leads/summary?${query}`);
      expect([status, body.details[0].field]).to.deep.equal([422, field]);
    }
  });

  it('shows the most recently changed leads of each stage, with their agents and the next cursor', async () => {
    const { body } = await pipeline().request('GET', '/v1/leads/summary?cards=2');
    const byStage = new Map<string, (typeof body.stages)[number]>(body.stages.map((row: Row) => [row.stage, row]));
    const ofNew = byStage.get('new');
    expect(Object.keys(ofNew.cards[0]).sort()).to.deep.equal([
      'agent',
      'budget',
      'id',
      'name',
      'next_follow_up',
      'score',
      'stage',
      'stage_entered_at',
      'tags',
      'updated_at',
    ]);
    expect(byStage.get('lost')).to.deep.include({ count: 0, cards: [], next_cursor: null });
    expect(byStage.get('won').next_cursor).to.equal(null);
    const list = (cursor: string) =>
      pipeline().request('GET', `/v1/leads?stage=new&sort=updated_at&per_page=2&cursor=${cursor}`);
    const first = await list('');
    const idsOf = (leads: readonly { readonly id: string }[]) => leads.map(({ id }) => id);
    expect(idsOf(ofNew.cards)).to.deep.equal(idsOf(first.body));
    const [next, same] = await Promise.all([list(ofNew.next_cursor), list(first.meta.next_cursor)]);
    expect(idsOf(next.body)).to.deep.equal(idsOf(same.body));
    const amira = await pipeline().request('GET', '/v1/leads/summary?cards=50&agent_id=agent_amira&stage=new');
    const [card] = amira.body.stages[0].cards;
    expect([card.name, card.agent.id]).to.deep.equal(['Bo', 'agent_amira']);
  });

  it('shows 1 to 50 leads per stage', async () => {
    for (const cards of ['0', '51', 'many']) {
      const { status, body } = await pipeline().request('GET', `/v1/leads/summary?cards=${cards}`);
      expect([status, body.details[0].field], cards).to.deep.equal([422, 'cards']);
    }
  });

  it('uses the index for its filter', async () => {
    const explainer = new Explainer(() => pipeline().runtime.databases.live);
    for (const [query, ofAll, ofWon] of [
      ['', 'created_at', 'stage'],
      ['agent_id=agent_amira', 'assigned_agent', 'agent_stage'],
      ['tags=vip', 'tags', 'tags'],
      ['property_id=prop_river', 'interested_properties', 'interested_properties'],
    ] as const) {
      const issued = await issuedQueries(['leads'], () => summarize(query));
      const sums = issued.filter(({ method }) => method === 'aggregate');
      const used: string[][] = [];
      for (const { filter, options } of sums) {
        const stages = await explainer.explain({ collection: 'leads', filter, options });
        used.push(stages.filter((one) => /index|COLLSCAN/.test(one)));
      }
      expect(used, query).to.have.deep.members([[`index ${ofAll}`], [`index ${ofWon}`]]);
    }
  });
});
