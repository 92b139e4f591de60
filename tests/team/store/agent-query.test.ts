import { type AgentQuery, agentFilter, agentIndex, searchText } from '@plotline/team/store/agent-query';
import { expect } from 'chai';

const page = { page: 1, per_page: 20, sort: 'created_at', order: 'desc' } as const;

describe('a search for agents', () => {
  const text = searchText({ name: 'Ada (Lisbon) LÓPEZ', email: 'ada.lopez@example.com' });

  function finds(search: string): boolean {
    const pattern: unknown = agentFilter({ ...page, search })['derived.text'];
    if (!(pattern instanceof RegExp)) throw new Error('no pattern');
    return pattern.test(text);
  }

  for (const term of ['ada', 'ADA', 'lópez', 'a (l', 'LOPEZ@ex', '.com']) {
    it(`finds ${term} in name or address`, () => {
      expect(finds(term)).to.equal(true);
    });
  }

  const same: readonly (readonly [string, string])[] = [
    ['ΓΙΏΡΓΟΣΑ', 'ΓΙΏΡΓΟΣ'],
    ['Jose\u0301 Núñez', 'josé núñ'],
    ['José', 'JOSE\u0301'],
    ['Anna Weiß', 'WEISS'],
  ];
  for (const [name, term] of same) {
    it(`finds ${name} by ${term}, whatever the case and however the letters are composed`, () => {
      const pattern: unknown = agentFilter({ ...page, search: term })['derived.text'];
      expect(searchText({ name, email: 'x@example.com' })).to.match(pattern instanceof RegExp ? pattern : /no pattern/);
    });
  }

  for (const term of ['a.a', '.*', '^ada', 'lopez$', '[a]', 'adaada']) {
    it(`takes ${term} for text and not for a pattern`, () => {
      expect(finds(term)).to.equal(false);
    });
  }
});

describe('a list of agents', () => {
  it('combines its filters, and has none when none is asked for', () => {
    expect(agentFilter(page)).to.deep.equal({});
    const all: AgentQuery = { ...page, status: ['active', 'invited'], role: 'agent', team_id: 'team_1', search: 'a' };
    expect(agentFilter(all)).to.deep.equal({
      status: { $in: ['active', 'invited'] },
      role: 'agent',
      team_id: 'team_1',
      'derived.text': /a/,
    });
  });

  it('of a team without an id is a filter too, which nobody fits', () => {
    expect(agentFilter({ ...page, team_id: '' })).to.deep.equal({ team_id: '' });
    expect(agentIndex({ ...page, team_id: '' })).to.equal('team');
  });

  it('walks the index of its order, or the team’s where that has the same order', () => {
    expect(['created_at', 'name', 'email'].map((sort) => agentIndex({ ...page, sort }))).to.deep.equal([
      'created_at',
      'name',
      'email',
    ]);
    expect(agentIndex({ ...page, team_id: 'team_1' })).to.equal('team');
    expect(agentIndex({ ...page, team_id: 'team_1', sort: 'name' })).to.equal('name');
  });
});
