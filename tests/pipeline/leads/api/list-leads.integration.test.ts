import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

interface Row {
  readonly id: string;
  readonly name: string;
}

const leads = [
  { name: 'Ana Prado', email: 'ana@river.example', phone: '+351 910 000 111', source: 'portal', tags: ['vip'] },
  { name: 'Bo Ng', email: 'bo.ng@hill.example', phone: null, source: 'website', tags: ['cash', 'vip'] },
  { name: 'Çelik ÜNAL', email: 'c17@river.example', phone: '(020) 7946-0958', source: 'portal', tags: [] },
  {
    name: 'Dana (VIP) 50%',
    email: 'dana@sea.example',
    phone: '0049.30.1234567',
    source: 'social',
    tags: ['vip,not'.slice(0, 3)],
  },
  { name: 'Ed', email: 'ed@sea.example', phone: '1-800-0958', source: 'referral', tags: ['late'] },
];

describe('GET /v1/leads', () => {
  const pipeline = useFixture(startPipeline);
  before(async () => {
    await pipeline().lead({
      ...leads[0],
      assigned_agent: 'agent_amira',
      interested_properties: ['unit_a1', 'prop_hill'],
      next_follow_up: '2026-03-02T09:00:00Z',
    });
    const planned = { next_follow_up: '2026-03-01T23:59:59Z' };
    await pipeline().lead({
      ...leads[1],
      ...planned,
      assigned_agent: 'agent_bruno',
      interested_properties: ['unit_a1'],
    });
    await pipeline().lead({ ...leads[2], timeline: '1_months', last_contacted: new Date().toISOString() });
    await pipeline().lead({ ...leads[3], assigned_agent: 'agent_amira', next_follow_up: '2026-05-01' });
    const ed = await pipeline().lead({ ...leads[4] });
    await pipeline().request('POST', `/v1/leads/${ed.id}/stage`, { body: { stage: 'lost' } });
    await pipeline().lead({ name: 'Another workspace', tags: ['vip'] }, { workspaceId: 'ws_two' });
    await pipeline().lead({ name: 'Another mode', tags: ['vip'] }, { mode: 'sandbox' });
  });

  function list(query: string) {
    return pipeline().request('GET', `/v1/leads?${query}`);
  }

  async function names(query: string): Promise<string[]> {
    const { body, meta } = await list(query);
    expect(meta.total, query).to.equal(body.length);
    return body.map((lead: Row) => lead.name.split(' ')[0]);
  }

  const today = new Date().toISOString().slice(0, 10);
  const filters: readonly (readonly [string, readonly string[]])[] = [
    ['', ['Ed', 'Dana', 'Çelik', 'Bo', 'Ana']],
    ['order=asc', ['Ana', 'Bo', 'Çelik', 'Dana', 'Ed']],
    ['sort=name&order=asc', ['Ana', 'Bo', 'Çelik', 'Dana', 'Ed']],
    ['sort=email&order=desc', ['Ed', 'Dana', 'Çelik', 'Bo', 'Ana']],
    ['sort=updated_at', ['Ed', 'Dana', 'Çelik', 'Bo', 'Ana']],
    ['stage=lost', ['Ed']],
    ['stage=lost,%20new&sort=name&order=asc', ['Ana', 'Bo', 'Çelik', 'Dana', 'Ed']],
    ['stage=won', []],
    ['status=active', ['Dana', 'Çelik', 'Bo', 'Ana']],
    ['status=closed', ['Ed']],
    ['status=active&stage=lost', []],
    ['source=portal', ['Çelik', 'Ana']],
    ['source=portal,social', ['Dana', 'Çelik', 'Ana']],
    ['agent_id=agent_amira', ['Dana', 'Ana']],
    ['agent_id=agent_nobody', []],
    ['agent_id=none', ['Ed', 'Çelik']],
    ['agent_id=none&status=active&sort=name', ['Çelik']],
    ['agent_id=agent_amira&source=portal', ['Ana']],
    ['property_id=unit_a1', ['Bo', 'Ana']],
    ['property_id=unit_a1&sort=name&order=desc', ['Bo', 'Ana']],
    ['property_id=unit_none', []],
    ['tags=vip', ['Dana', 'Bo', 'Ana']],
    ['tags=late,cash', ['Ed', 'Bo']],
    ['tags=late,%20cash%20', ['Ed', 'Bo']],
    ['min_score=60', ['Çelik']],
    ['min_score=100', []],
    [`created_after=${today}`, ['Ed', 'Dana', 'Çelik', 'Bo', 'Ana']],
    [`created_before=${today}&created_after=${today}&tags=late`, ['Ed']],
    ['created_before=2020-01-01', []],
    ['sort=next_follow_up&order=asc', ['Bo', 'Ana', 'Dana']],
    ['sort=next_follow_up', ['Dana', 'Ana', 'Bo']],
    ['sort=stage_entered_at', ['Ed', 'Dana', 'Çelik', 'Bo', 'Ana']],
    ['follow_up_before=2026-03-01', ['Bo']],
    ['follow_up_before=2026-03-01T23:59:58Z', []],
    ['follow_up_after=2026-03-02', ['Dana', 'Ana']],
    ['follow_up_after=2026-03-02&follow_up_before=2026-03-02', ['Ana']],
    ['follow_up_after=2026-03-02T09:00:00Z&follow_up_before=2026-03-02T09:00:00Z', ['Ana']],
    [`stage_entered_after=${today}&stage=lost`, ['Ed']],
    ['stage_entered_after=2999-01-01', []],
    ['follow_up_after=1990-01-01&agent_id=agent_amira&sort=next_follow_up&order=asc', ['Ana', 'Dana']],
    ['follow_up_after=1990-01-01&status=active&search=example&sort=name&order=asc', ['Ana', 'Bo', 'Dana']],
    ['search=ANA', ['Dana', 'Ana']],
    ['search=ana%20pr', ['Ana']],
    ['search=%20PRADO,%20ana%09', ['Ana']],
    ['search=prado%20ng', []],
    ['search=unal%20celik', ['Çelik']],
    ['search=nal', ['Çelik']],
    ['search=00351%20910', ['Ana']],
    ['search=%20', ['Ed', 'Dana', 'Çelik', 'Bo', 'Ana']],
    ['search=river.example', ['Çelik', 'Ana']],
    ['search=%C3%BCnal', ['Çelik']],
    ['search=%25', ['Dana']],
    ['search=.', ['Ed', 'Dana', 'Çelik', 'Bo', 'Ana']],
    ['search=.*', []],
    ['search=0958', ['Ed', 'Çelik']],
    ['search=7946%200958', ['Çelik']],
    ['search=%2B351', ['Ana']],
    ['search=c17', ['Çelik']],
    ['search=a0958', ['Ed', 'Çelik']],
    ['search=a095', []],
    ['search=0958%40', []],
    ['search=tel:0958', ['Ed', 'Çelik']],
    ['search=(', ['Dana']],
    ['search=river&source=portal&agent_id=agent_amira&tags=vip&stage=new&min_score=1', ['Ana']],
    ['search=river&sort=name&order=asc', ['Ana', 'Çelik']],
    ['sort=name&order=asc', ['Ana', 'Bo', 'Çelik', 'Dana', 'Ed']],
    ['sort=name', ['Ed', 'Dana', 'Çelik', 'Bo', 'Ana']],
    ['search=', ['Ed', 'Dana', 'Çelik', 'Bo', 'Ana']],
  ];
  for (const [query, expected] of filters) {
    it(`finds ${expected.length === 0 ? 'nothing' : expected.join(', ')} with "${query}"`, async () => {
      expect(await names(query)).to.deep.equal(expected);
    });
  }

  it('finds leads that moved since a given time, but not leads that changed otherwise', async () => {
    const as = { workspaceId: 'ws_moves' };
    const lead = (name: string) => pipeline().lead({ name, email: `${name}@example.com` }, as);
    const [still, moved] = [await lead('Still'), await lead('Moved')];
    const body = { stage: 'viewing' };
    const move = await pipeline().request('POST', `/v1/leads/${moved.id}/stage`, { as, body });
    await pipeline().request('PUT', `/v1/leads/${still.id}`, { as, body: { notes: 'Called.' } });
    const query = `stage_entered_after=${move.body.updated_at}&sort=updated_at`;
    const found = await pipeline().request('GET', `/v1/leads?${query}`, { as });
    expect(found.body.map(({ name }: Row) => name)).to.deep.equal(['Moved']);
  });

  const faults: readonly (readonly [string, string])[] = [
    ['stage=closed', 'stage'],
    ['stage=new,none', 'stage'],
    ['status=open', 'status'],
    ['source=radio', 'source'],
    ['sort=phone', 'sort'],
    ['order=up', 'order'],
    ['min_score=101', 'min_score'],
    ['min_score=-1', 'min_score'],
    ['min_score=many', 'min_score'],
    ['page=0', 'page'],
    ['page=1.5', 'page'],
    ['per_page=0', 'per_page'],
    ['created_after=yesterday', 'created_after'],
    ['created_before=2026-02-30', 'created_before'],
    ['follow_up_before=soon', 'follow_up_before'],
    ['follow_up_after=2026-13-01', 'follow_up_after'],
    ['stage_entered_after=lately', 'stage_entered_after'],
    ['fields=name,secret', 'fields'],
    ['expand=deals', 'expand'],
    ['cursor=nonsense', 'cursor'],
    ['search=a%00b', 'search'],
    [`search=${'a%20'.repeat(11)}`, 'search'],
  ];
  for (const [query, field] of faults) {
    it(`answers 422 to ${query}`, async () => {
      const { status, body } = await list(query);
      expect(status).to.equal(422);
      expect(body.details[0].field).to.equal(field);
    });
  }

  it('answers 400 to operators in the query', async () => {
    expect((await list('stage[$ne]=new')).status).to.equal(400);
  });

  it('pages without gaps or duplicates, by number and by cursor, in any order', async () => {
    for (const sort of ['created_at', 'updated_at', 'name', 'email', 'score', 'next_follow_up', 'stage_entered_at']) {
      for (const filter of ['', '&source=portal', '&tags=vip', '&search=example']) {
        const whole = (await list(`sort=${sort}${filter}`)).body.map((lead: Row) => lead.id);
        const byNumber = await Promise.all(
          [1, 2, 3].map((page) => list(`sort=${sort}${filter}&per_page=2&page=${page}`)),
        );
        expect(byNumber.flatMap(({ body }) => body.map((lead: Row) => lead.id))).to.deep.equal(whole);
        const walked: string[] = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const { body, meta } = await list(`sort=${sort}${filter}&per_page=2&cursor=${cursor}`);
          walked.push(...body.map((lead: Row) => lead.id));
          cursor = meta.next_cursor;
        }
        expect(walked).to.deep.equal(whole);
      }
    }
  });

  it('limits per_page to 100', async () => {
    expect((await list('per_page=1000')).meta.per_page).to.equal(100);
  });

  it('returns the id and the requested fields', async () => {
    const { body } = await list('fields=name,score&tags=late');
    expect(body).to.have.length(1);
    expect(Object.keys(body[0])).to.have.members(['id', 'name', 'score']);
  });

  it('adds relations with one call to each peer', async () => {
    const before = pipeline().peers.asked();
    const { body } = await list('expand=agent,properties&order=asc&fields=name');
    const asked = pipeline().peers.asked();
    expect([asked.agents - before.agents, asked.listings - before.listings]).to.deep.equal([1, 1]);
    expect(body[0]).to.deep.include({
      agent: { id: 'agent_amira', name: 'Amira Haddad', email: 'agent_amira@example.com' },
      properties: [
        {
          id: 'unit_a1',
          kind: 'unit',
          name: 'Unit unit_a1',
          status: 'available',
          price: { amount: 250_000, currency: 'EUR' },
        },
        {
          id: 'prop_hill',
          kind: 'property',
          name: 'Property prop_hill',
          status: 'completed',
          pricing: { currency: 'EUR', min_price: 500_000, max_price: 2_000_000 },
        },
      ],
    });
    expect(body[2]).to.deep.include({ agent: null, properties: [] });
  });

  it("lists an agent's leads under /v1/agents/:id/leads", async () => {
    const { body, meta } = await pipeline().request(
      'GET',
      '/v1/agents/agent_amira/leads?sort=name&order=asc&agent_id=agent_bruno',
    );
    expect(body.map((lead: Row) => lead.name)).to.deep.equal(['Ana Prado', 'Dana (VIP) 50%']);
    expect(meta.total).to.equal(2);
    expect((await pipeline().request('GET', '/v1/agents/agent_amira/leads?status=closed')).body).to.deep.equal([]);
    expect((await pipeline().request('GET', '/v1/agents/agent_nobody/leads')).status).to.equal(404);
  });
});
