import { type LeadParameters, leadQuery } from '@plotline/pipeline/http/lead-query-parameters';
import { expect } from 'chai';

function query(parameters: Partial<LeadParameters>) {
  return leadQuery({ page: 1, per_page: 20, sort: 'created_at', order: 'desc', ...parameters });
}

describe('the query of a list of leads', () => {
  it('is open without parameters', () => {
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
    it(`understands ${what}`, () => expect(query(parameters).stages).to.deep.equal(expected));
  }

  it('looks for tags as they are kept: without spaces around them, equal ones once', () => {
    expect(query({ tags: ['vip', ' hot', 'vip '] }).tags).to.deep.equal(['vip', 'hot']);
  });
});
