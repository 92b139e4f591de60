import { inspect, isDeepStrictEqual } from 'node:util';
import { noContent } from '@plotline/kit/core/answer';
import { newId } from '@plotline/kit/core/ids';
import { toStoredName } from '@plotline/kit/store/indexes';
import { withNameOrder } from '@plotline/kit/store/lists/access-path';
import { type Lead, sources, stages } from '@plotline/pipeline/leads/model/lead';
import { createLead, type NewLead } from '@plotline/pipeline/leads/model/new-lead';
import { enterStage } from '@plotline/pipeline/leads/model/stage';
import { leadIndexes } from '@plotline/pipeline/leads/store/lead-collection';
import { planLeadList } from '@plotline/pipeline/leads/store/lead-plan';
import { type LeadParameters, toLeadQuery } from '@plotline/pipeline/leads/store/lead-query-parameters';
import { expect } from 'chai';
import { startPipeline } from '../../../../pipeline/support/pipeline.js';
import { Explainer, issuedQueries } from '../../../../support/issued-queries.js';
import { testCaller } from '../../../../support/test-runtime.js';
import { useFixture } from '../../../../support/use-fixture.js';

/** More than the maximum number of matches for which a page is sorted in memory. */
const count = 1_200;
const rare = 3;

function createAt(place: number, fields: Partial<NewLead>): Lead {
  const at = new Date(Date.UTC(2026, 0, 1) + place * 60_000);
  const phone = `+351 910 ${String(place).padStart(6, '0')}`;
  const input = { name: 'Someone', email: `lead${place}@example.com`, phone, source: sources[0], ...fields };
  return createLead(input, newId('lead'), [], at);
}

function commonLead(place: number): Lead {
  const fields = {
    name: `Maria Silva ${place}`,
    assigned_agent: 'agent_common',
    interested_properties: ['unit_common', 'prop_common'],
    tags: ['common', 'all'],
  };
  return enterStage(createAt(place, fields), 'viewing', new Date());
}

function rareLead(place: number): Lead {
  const fields = {
    name: `Quentin ${place}`,
    assigned_agent: 'agent_rare',
    interested_properties: ['unit_rare', 'prop_common'],
    tags: ['rare', 'all'],
    timeline: '1_months',
  };
  return enterStage(createAt(place, fields), 'lost', new Date());
}

interface Placed {
  readonly hint?: string;
  readonly limit?: number;
  readonly sort?: object;
}

/** Returns the options with the name that the database has for the index in the hint. */
function placed({ hint, ...options }: Placed) {
  const index = leadIndexes.find(({ name }) => name === hint);
  return { ...options, ...(index && { hint: toStoredName(index) }) };
}

describe('lists of leads', () => {
  const pipeline = useFixture(startPipeline);
  const explainer = new Explainer(() => pipeline().runtime.databases.live);
  before(async () => {
    const leads = Array.from({ length: count }, (_, place) => (place < rare ? rareLead(place) : commonLead(place)));
    await pipeline().context.leadWriter.addAll({ caller: testCaller() }, leads, noContent());
  });

  async function explain(parameters: Partial<LeadParameters>) {
    const collection = pipeline().runtime.databases.live.collection('leads');
    const own = { workspace_id: 'ws_test' };
    const query = toLeadQuery({ page: 1, per_page: 20, sort: 'created_at', order: 'desc', ...parameters });
    const asked: object[] = [];
    const records = {
      count: (matching: object, options: Placed = {}) => {
        asked.push(matching);
        return collection.countDocuments({ ...matching, ...own }, placed(options));
      },
      toCacheKey: (matching: object) => inspect({ ...matching, ...own }, { depth: null }),
    };
    const { filter, hint, countHint, branches, total: known } = await planLeadList(records, query);
    const direction = query.order === 'asc' ? 1 : -1;
    const sort = { [withNameOrder(query).sort]: direction, _id: direction } as const;
    const matching = { ...filter, ...own };
    const plan = (one: object, options: Placed) =>
      explainer.explain({ collection: 'leads', filter: { ...one, ...own }, options: placed(options) });
    const reads = (branches?.filters ?? []).map((one) => plan(one, { ...(branches && { hint: branches.hint }), sort }));
    return {
      page: (await Promise.all([plan(filter, { hint, sort }), ...reads])).flat(),
      total: await plan(filter, { hint: countHint }),
      matches: await collection.countDocuments(matching),
      hint,
      countHint,
      known,
      counted: filter,
      asked,
    };
  }

  const orders = ['created_at', 'updated_at', 'name', 'email', 'score'] as const;
  const filters: readonly (readonly [string, Partial<LeadParameters>])[] = [
    ['no filter', {}],
    ['a stage', { stage: ['viewing'] }],
    ['several stages', { stage: [...stages] }],
    ['active leads', { status: ['active'] }],
    ['a source', { source: ['website'] }],
    ['several sources', { source: [...sources] }],
    ['an agent', { agent_id: 'agent_common' }],
    ['a listing', { property_id: 'prop_common' }],
    ['a tag', { tags: ['common'] }],
    ['several tags', { tags: ['common', 'rare'] }],
    ['a score', { min_score: 1 }],
    ['a day and later', { created_after: '2026-01-01' }],
    ['until a day', { created_before: '2026-12-31' }],
    ['a change since a day', { updated_after: '2026-01-01' }],
    ['a change until a day', { updated_before: '2999-12-31' }],
    ['a move since a day', { stage_entered_after: '2026-01-01' }],
    ['a listing until a day', { property_id: 'prop_common', created_before: '2026-12-31' }],
    ['a tag of some days', { tags: ['common'], created_after: '2026-01-01', created_before: '2026-12-31' }],
    ['several tags until a day', { tags: ['common', 'rare'], created_before: '2026-12-31' }],
    ['a stage of some days', { stage: ['viewing'], created_after: '2026-01-01', created_before: '2026-12-31' }],
    ['an agent until a day', { agent_id: 'agent_common', created_before: '2026-12-31' }],
    ['a search', { search: 'silva' }],
    ['a short search', { search: 'si' }],
    ['a stage of an agent', { agent_id: 'agent_common', stage: ['viewing'] }],
    ['active leads of an agent', { agent_id: 'agent_common', status: ['active'] }],
    ['a short search in a stage', { search: 'si', stage: ['viewing'] }],
    ['a phone', { search: '+351 910' }],
    [
      'all filters together',
      { agent_id: 'agent_common', stage: ['viewing'], tags: ['all'], search: 'silva', min_score: 1 },
    ],
  ];
  for (const [what, parameters] of filters) {
    for (const sort of orders) {
      it(`by ${sort} with ${what} are read and counted by an index that also sorts`, async () => {
        for (const order of ['asc', 'desc'] as const) {
          const { page, total, matches, known, counted, asked } = await explain({ ...parameters, sort, order });
          expect(matches).to.be.greaterThan(1_000);
          // The plan's count is not repeated.
          expect(asked.filter((filter) => isDeepStrictEqual(filter, counted))).to.have.length(
            known === undefined ? 0 : 1,
          );
          expect(known ?? matches).to.equal(matches);
          expect(page).to.include('IXSCAN').and.not.include('COLLSCAN').and.not.include('SORT');
          expect(total).to.include('IXSCAN').and.not.include('COLLSCAN');
        }
      });
    }
  }

  const few: readonly (readonly [string, Partial<LeadParameters>])[] = [
    ['stages', { status: ['closed'] }],
    ['an agent', { agent_id: 'agent_rare' }],
    ['a listing', { property_id: 'unit_rare' }],
    ['tags', { tags: ['rare', 'none'] }],
    ['a score', { min_score: 40 }],
    ['a search', { search: 'quentin' }],
    ['a short search', { search: 'qu' }],
    ['several words', { search: 'example que' }],
    ['a stage of an agent', { agent_id: 'agent_rare', stage: ['lost'] }],
    ['a stage of an agent and a short search', { agent_id: 'agent_rare', stage: ['lost'], search: 'q' }],
  ];
  for (const [what, parameters] of few) {
    it(`with ${what} that few leads match read only those leads, in any order`, async () => {
      for (const sort of orders) {
        const { page, matches } = await explain({ ...parameters, sort });
        expect(matches).to.equal(rare);
        expect(page).to.include('IXSCAN').and.not.include('COLLSCAN');
        const { body } = await pipeline().request(
          'GET',
          `/v1/leads?sort=${sort}&${new URLSearchParams(query(parameters))}`,
        );
        expect(body).to.have.length(rare);
      }
    });
  }

  const served: readonly (readonly [string, Partial<LeadParameters>, string, string?])[] = [
    ['a short search', { search: 'qu' }, 'text'],
    ['a part of a phone', { search: '002' }, 'search'],
    ['a short search in a stage', { search: 'qu', stage: ['lost'] }, 'stage'],
    ['a stage', { stage: ['lost'] }, 'stage'],
    ['a listing', { property_id: 'unit_rare' }, 'interested_properties'],
    ['a score', { min_score: 40 }, 'score'],
    ['a long search in a stage', { search: 'quentin', stage: ['lost'] }, 'search'],
    ['closed leads', { status: ['closed'] }, 'closed'],
    ['a stage of an agent with a tag', { agent_id: 'agent_rare', stage: ['lost'], tags: ['rare'] }, 'tags'],
  ];
  for (const [what, parameters, index, countIndex = index] of served) {
    it(`with ${what} are found by the index ${index} and counted by ${countIndex}`, async () => {
      const { hint, countHint } = await explain(parameters);
      expect([hint, countHint]).to.deep.equal([index, countIndex]);
    });
  }

  it('filtered by agent and sorted by last-change time are read and counted by their own index', async () => {
    const ofAgent = await explain({ agent_id: 'agent_rare', sort: 'updated_at' });
    expect([ofAgent.hint, ofAgent.countHint]).to.deep.equal(['agent_updated', 'assigned_agent']);
    const changed = await explain({ agent_id: 'agent_rare', sort: 'updated_at', updated_after: '2026-01-01' });
    expect([changed.hint, changed.countHint]).to.deep.equal(['agent_updated', 'agent_updated']);
    expect(changed.page).to.include('IXSCAN').and.not.include('SORT');
  });

  it('with a range of few changes are found and counted by the index on changes, with any other conditions', async () => {
    for (const parameters of [
      { stage: ['viewing'] },
      { tags: ['common'] },
      { property_id: 'prop_common', min_score: 1 },
    ] as const) {
      const { hint, countHint, page } = await explain({ ...parameters, updated_after: '2999-01-01' });
      expect([hint, countHint]).to.deep.equal(['updated_at', 'updated_at']);
      expect(page).to.include('IXSCAN').and.not.include('COLLSCAN');
    }
  });

  it('filtered by agent are read in order and counted by the index on agent and stage', async () => {
    const ofAgent = await explain({ agent_id: 'agent_rare' });
    expect([ofAgent.hint, ofAgent.countHint]).to.deep.equal(['assigned_agent', 'assigned_agent']);
    const inStage = await explain({ agent_id: 'agent_rare', stage: ['lost'] });
    expect([inStage.hint, inStage.countHint]).to.deep.equal(['agent_stage', 'agent_stage']);
  });

  it('find a short term at the end of the longest name', async () => {
    // Each character has four bytes, so hardly any index key can be larger.
    const name = `${'\u{20BB7}'.repeat(198)}wv`;
    await pipeline().lead({ name });
    const { body, meta } = await pipeline().request('GET', '/v1/leads?search=wv');
    expect([meta.total, body.length, body[0]?.name]).to.deep.equal([1, 1, name]);
  });

  it('are counted once and not read if nothing matches', async () => {
    for (const parameters of ['search=xqz', 'search=nobodyatall', 'status=closed&min_score=100', 'tags=none,neither']) {
      const issued = await issuedQueries(['leads'], async () => {
        for (const paging of ['page=1', 'page=3', 'cursor=']) {
          const { status, body, meta } = await pipeline().request('GET', `/v1/leads?${parameters}&sort=name&${paging}`);
          expect([status, body, meta.total]).to.deep.equal([200, [], 0]);
        }
      });
      expect(issued.map(({ method }) => method)).to.deep.equal(Array.from({ length: 3 }, () => 'countDocuments'));
    }
    expect((await pipeline().request('GET', '/v1/leads?search=xqz&cursor=x')).status).to.equal(422);
  });

  function query(parameters: Partial<LeadParameters>): [string, string][] {
    return Object.entries(parameters).map(([name, value]) => [name, String(value)]);
  }
});
