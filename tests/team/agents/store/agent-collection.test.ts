import {
  type AgentQuery,
  chooseAgentIndex,
  toAgentFilter,
  toSearchText,
} from '@plotline/team/agents/store/agent-collection';
import { expect } from 'chai';

const page = { page: 1, per_page: 20, sort: 'created_at', order: 'desc' } as const;

describe('the search filter of toAgentFilter', () => {
  const text = toSearchText({ name: 'Ada (Lisbon) LÓPEZ', email: 'ada.lopez@example.com' });

  function finds(search: string): boolean {
    const pattern: unknown = toAgentFilter({ ...page, search })['derived.text'];
    if (!(pattern instanceof RegExp)) throw new Error('no pattern');
    return pattern.test(text);
  }

  for (const term of ['ada', 'ADA', 'lópez', 'a (l', 'LOPEZ@ex', '.com']) {
    it(`finds ${term} in name or e-mail address`, () => {
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
    it(`finds ${name} by ${term}, regardless of case and Unicode composition`, () => {
      const pattern: unknown = toAgentFilter({ ...page, search: term })['derived.text'];
      expect(toSearchText({ name, email: 'x@example.com' })).to.match(
        pattern instanceof RegExp ? pattern : /no pattern/,
      );
    });
  }

  for (const term of ['a.a', '.*', '^ada', 'lopez$', '[a]', 'adaada']) {
    it(`treats ${term} as text, not as a pattern`, () => {
      expect(finds(term)).to.equal(false);
    });
  }
});

describe('toAgentFilter and chooseAgentIndex', () => {
  it('combine the filters of the query', () => {
    expect(toAgentFilter(page)).to.deep.equal({});
    const all: AgentQuery = { ...page, status: ['active', 'invited'], role: ['agent'], team_id: 'team_1', search: 'a' };
    expect(toAgentFilter(all)).to.deep.equal({
      status: { $in: ['active', 'invited'] },
      role: { $in: ['agent'] },
      team_id: 'team_1',
      'derived.text': /a/,
    });
  });

  it('treat an empty team id as a filter that matches nobody', () => {
    expect(toAgentFilter({ ...page, team_id: '' })).to.deep.equal({ team_id: '' });
    expect(chooseAgentIndex({ ...page, team_id: '' })).to.equal('team');
  });

  it('choose the index of the order, or that of the team when it has the same order', () => {
    expect(['created_at', 'name', 'email'].map((sort) => chooseAgentIndex({ ...page, sort }))).to.deep.equal([
      'created_at',
      'name',
      'email',
    ]);
    expect(chooseAgentIndex({ ...page, team_id: 'team_1' })).to.equal('team');
    expect(chooseAgentIndex({ ...page, team_id: 'team_1', sort: 'name' })).to.equal('name');
  });
});
