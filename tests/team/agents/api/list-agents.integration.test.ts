import { expect } from 'chai';
import type { Reply } from '../../../support/started-service.js';
import { useFixture } from '../../../support/use-fixture.js';
import { fieldsOf, startTeam } from '../../support/team.js';

describe('GET /v1/agents', () => {
  const team = useFixture(startTeam);
  let docks: Reply['body'];
  const as = { workspaceId: 'ws_list' };
  before(async () => {
    docks = await team().team(as, { name: 'Docks' });
    const people: readonly (readonly [string, string, object, 'invited' | 'active' | 'inactive'])[] = [
      ['Ada Lopez', 'ada@example.com', { role: 'owner' }, 'active'],
      ['Bruno Costa', 'zeta@example.com', { team_id: docks.id }, 'active'],
      ['chen wei', 'chen@lopez.example', { team_id: docks.id, role: 'viewer' }, 'invited'],
      ['Dana', 'dana@example.com', { role: 'admin' }, 'inactive'],
      ['Emil', 'emil@example.com', { team_id: docks.id }, 'inactive'],
    ];
    for (const [name, email, fields, status] of people) await team().agent(as, { name, email, ...fields }, status);
    await team().agent({ workspaceId: 'ws_other' }, { name: 'Ada Lopez' });
  });

  const list = (query = '') => team().request('GET', `/v1/agents${query}`, { as });
  const names = (reply: Reply): string[] => reply.body.map(({ name }: { name: string }) => name.split(' ')[0]);

  it("lists summaries of the workspace's agents, newest first", async () => {
    const all = await list();
    expect(names(all)).to.deep.equal(['Emil', 'Dana', 'chen', 'Bruno', 'Ada']);
    expect(all.meta).to.include({ page: 1, per_page: 20, total: 5, total_pages: 1 });
    for (const entry of all.body) {
      expect(entry).to.have.all.keys('id', 'name', 'email', 'role', 'status', 'stats', 'created_at', 'updated_at');
    }
  });

  const filters: readonly (readonly [string, readonly string[]])[] = [
    ['?status=active', ['Bruno', 'Ada']],
    ['?status=inactive', ['Emil', 'Dana']],
    ['?status=active,invited', ['chen', 'Bruno', 'Ada']],
    ['?role=agent', ['Emil', 'Bruno']],
    ['?role=owner', ['Ada']],
    ['?role=owner,viewer', ['chen', 'Ada']],
    ['?role=agent,admin&status=active,inactive', ['Emil', 'Dana', 'Bruno']],
    ['?search=LOPEZ', ['chen', 'Ada']],
    ['?search=zeta@', ['Bruno']],
    ['?search=.*', []],
    ['?search=lopez&status=active', ['Ada']],
    ['?search=lopez,%20ada', ['Ada']],
    ['?status=inactive&role=agent&search=em', ['Emil']],
    ['?status=active&role=viewer', []],
    ['?team_id=team_none', []],
    ['?team_id=', []],
    ['?team_id=&sort=name&status=active', []],
  ];
  for (const [query, expected] of filters) {
    it(`filters by ${query}`, async () => {
      const answer = await list(query);
      expect(names(answer)).to.deep.equal(expected);
      expect(answer.meta.total).to.equal(expected.length);
    });
  }

  it('filters by team, alone and with other filters', async () => {
    expect(names(await list(`?team_id=${docks.id}`))).to.deep.equal(['Emil', 'chen', 'Bruno']);
    expect(names(await list(`?team_id=${docks.id}&status=active,inactive&role=agent&search=e`))).to.deep.equal([
      'Emil',
      'Bruno',
    ]);
    expect(names(await list(`?team_id=${docks.id}&sort=name&order=asc`))).to.deep.equal(['Bruno', 'chen', 'Emil']);
  });

  const orders: readonly (readonly [string, readonly string[]])[] = [
    ['sort=name&order=asc', ['Ada', 'Bruno', 'chen', 'Dana', 'Emil']],
    ['sort=name', ['Emil', 'Dana', 'chen', 'Bruno', 'Ada']],
    ['sort=email&order=asc', ['Ada', 'chen', 'Dana', 'Emil', 'Bruno']],
    ['sort=created_at&order=asc', ['Ada', 'Bruno', 'chen', 'Dana', 'Emil']],
  ];
  for (const [query, expected] of orders) {
    it(`keeps the order ${query} across pages, by number and by cursor`, async () => {
      expect(names(await list(`?${query}`))).to.deep.equal(expected);
      const pages = [await list(`?${query}&per_page=2`), await list(`?${query}&per_page=2&page=2`)];
      expect(pages.flatMap(names)).to.deep.equal(expected.slice(0, 4));
      const walked: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: Reply = await list(`?${query}&per_page=2&cursor=${cursor}`);
        walked.push(...names(page));
        cursor = page.meta.next_cursor;
      }
      expect(walked).to.deep.equal(expected);
    });
  }

  it('calls pipeline once per page for the totals of its agents', async () => {
    const [last] = (await list('?per_page=1&fields=name')).body;
    team().pipeline.totals.set(last.id, { active_leads: 4, deals_closed: 2, total_revenue: 1_500.5 });
    const { totals } = team().pipeline.requests;
    const before = totals.length;
    const page = await list('?per_page=3');
    expect(totals.length - before).to.equal(1);
    expect(totals.at(-1)).to.deep.equal(page.body.map(({ id }: { id: string }) => id));
    expect(page.body[0].stats).to.deep.equal({ active_leads: 4, deals_closed: 2, total_revenue: 1_500.5 });
    expect(page.body[1].stats).to.deep.equal({ active_leads: 0, deals_closed: 0, total_revenue: 0 });
  });

  it('does not call pipeline when no totals are shown', async () => {
    const before = team().pipeline.requests.totals.length;
    await list('?fields=name,email');
    await list('?search=nobody');
    expect(team().pipeline.requests.totals.length).to.equal(before);
  });

  it('shows the id and the requested fields', async () => {
    const { body } = await list('?fields=team_id,commission,profile&search=bruno');
    expect(body).to.have.length(1);
    expect(body[0]).to.have.all.keys('id', 'team_id', 'commission', 'profile');
    expect((await list('?fields=stats&search=bruno')).body[0]).to.have.all.keys('id', 'stats');
  });

  it('expands the team of each agent, and returns null for agents without a team', async () => {
    const { body } = await list('?expand=team&sort=name&order=asc&per_page=2');
    expect(body.map(({ team: shown }: { team: unknown }) => shown)).to.deep.equal([
      null,
      { id: docks.id, name: 'Docks' },
    ]);
    expect((await list('?expand=team&fields=name&search=bruno')).body[0]).to.have.all.keys('id', 'name', 'team');
  });

  for (const [query, field] of [
    ['?status=asleep', 'status'],
    ['?role=boss', 'role'],
    ['?role=owner,boss', 'role'],
    ['?role=', 'role'],
    ['?search=', 'search'],
    ['?search=%00', 'search'],
    ['?search=a%00b', 'search'],
    ['?search=a%0Bb', 'search'],
    ['?sort=phone', 'sort'],
    ['?order=up', 'order'],
    ['?fields=secrets', 'fields'],
    ['?expand=leads', 'expand'],
    ['?page=0', 'page'],
    ['?per_page=2.5', 'per_page'],
    ['?cursor=nonsense', 'cursor'],
  ] as const) {
    it(`refuses ${query} and reports ${field}`, async () => {
      const answer = await list(query);
      expect(answer.status).to.equal(422);
      expect(fieldsOf(answer.body)).to.deep.equal([field]);
    });
  }
});
