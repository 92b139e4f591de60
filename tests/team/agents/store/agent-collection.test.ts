import {
  type AgentQuery,
  deriveAgent,
  planAgentList,
  toAgentFilter,
} from '@plotline/team/agents/store/agent-collection';
import { expect } from 'chai';

const page = { page: 1, per_page: 20, sort: 'created_at', order: 'desc' } as const;

describe('the search filter in toAgentFilter', () => {
  const toText = (name: string, email: string) => deriveAgent({ name, email, status: 'active' }).search_text;
  const text = toText('Ada (Lisbon) LÓPEZ', 'ada.lopez@example.com');

  function finds(search: string): boolean {
    const pattern: unknown = toAgentFilter({ ...page, search })['derived.search_text'];
    if (!(pattern instanceof RegExp)) throw new Error('no pattern');
    return pattern.test(text);
  }

  for (const term of ['ada', 'ADA', 'lópez', 'lopez ada', '(l', 'LOPEZ@ex', '.com', ' ada ']) {
    it(`finds ${term} in name or email address`, () => {
      expect(finds(term)).to.equal(true);
    });
  }

  const same: readonly (readonly [string, string])[] = [
    ['ΓΙΏΡΓΟΣΑ', 'ΓΙΏΡΓΟΣ'],
    ['Jose\u0301 Núñez', 'josé núñ'],
    ['José', 'JOSE'],
    ['Anna Weiß', 'WEISS'],
  ];
  for (const [name, term] of same) {
    it(`finds ${name} by ${term}, regardless of case and Unicode composition`, () => {
      const pattern: unknown = toAgentFilter({ ...page, search: term })['derived.search_text'];
      expect(toText(name, 'x@example.com')).to.match(pattern instanceof RegExp ? pattern : /no pattern/);
    });
  }

  for (const term of ['a.a', '.*', '^ada', 'lopez$', '[a]', 'adaada']) {
    it(`treats ${term} as text, not as a pattern`, () => {
      expect(finds(term)).to.equal(false);
    });
  }
});

describe('toAgentFilter and planAgentList', () => {
  const uncounted = { count: () => Promise.reject(new Error('counted')), toCacheKey: () => 'agents' };
  const chooseIndex = async (change: Partial<AgentQuery>) => {
    const { hint, countHint } = await planAgentList(uncounted, { ...page, ...change });
    expect(countHint).to.equal(hint);
    return hint;
  };

  it("combine the query's filters", () => {
    expect(toAgentFilter(page)).to.deep.equal({});
    const all: AgentQuery = { ...page, status: ['active', 'invited'], role: ['agent'], team_id: 'team_1', search: 'a' };
    expect(toAgentFilter(all)).to.deep.equal({
      status: { $in: ['active', 'invited'] },
      role: 'agent',
      team_id: 'team_1',
      'derived.search_text': /a/,
    });
  });

  it('treat an empty team id as a filter that matches no one', async () => {
    expect(toAgentFilter({ ...page, team_id: '' })).to.deep.equal({ team_id: '' });
    expect(await chooseIndex({ team_id: '' })).to.equal('team');
  });

  it('use the index for the order, or the team index if it has the same order', async () => {
    for (const sort of ['created_at', 'updated_at', 'name', 'email']) {
      expect(await chooseIndex({ sort })).to.equal(sort);
      expect(await chooseIndex({ sort, team_id: 'team_1' })).to.equal(sort === 'created_at' ? 'team' : sort);
      expect(await chooseIndex({ sort, team_id: 'team_1', external_id: ['a', 'b'] })).to.equal('external_id');
    }
  });
});
