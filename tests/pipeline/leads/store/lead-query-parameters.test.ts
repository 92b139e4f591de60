import { type LeadParameters, toLeadQuery } from '@plotline/pipeline/leads/store/lead-query-parameters';
import { expect } from 'chai';

function query(parameters: Partial<LeadParameters>) {
  return toLeadQuery({ page: 1, per_page: 20, sort: 'created_at', order: 'desc', ...parameters });
}

describe('toLeadQuery', () => {
  it('returns no conditions if there are no parameters', () => {
    expect(query({})).to.deep.equal({ page: 1, per_page: 20, sort: 'created_at', order: 'desc' });
  });

  const stages: readonly (readonly [string, Partial<LeadParameters>, readonly string[]])[] = [
    ['a stage', { stage: ['won'] }, ['won']],
    ['several stages, each once', { stage: ['won', 'new', 'won'] }, ['new', 'won']],
    ['the alias', { status: ['viewing'] }, ['viewing']],
    ['active', { status: ['active'] }, ['new', 'contacted', 'qualified', 'viewing', 'negotiation']],
    ['closed', { status: ['closed'] }, ['won', 'lost']],
    [
      'active and one more',
      { status: ['active', 'won'] },
      ['new', 'contacted', 'qualified', 'viewing', 'negotiation', 'won'],
    ],
    ['both, which hold together', { stage: ['won', 'new'], status: ['active'] }, ['new']],
    ['both, where nothing is left', { stage: ['won'], status: ['active'] }, []],
  ];
  for (const [what, parameters, expected] of stages) {
    it(`reads ${what}`, () => expect(query(parameters).stages).to.deep.equal(expected));
  }

  it('reads tags without surrounding spaces or duplicates', () => {
    expect(query({ tags: ['vip', ' hot', 'vip '] }).tags).to.deep.equal(['vip', 'hot']);
  });
});
