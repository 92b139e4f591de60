import { sees, sightByRole } from '@plotline/inventory/domain/sight';
import { expect } from 'chai';
import { sampleUnit } from './sample-unit.js';

describe('what a caller sees of the units', () => {
  const rows = [
    ['public', true, true],
    ['agents', true, true],
    ['team', true, false],
    ['private', false, false],
  ] as const;

  for (const [visibility, toColleague, toOthers] of rows) {
    it(`${visibility}: ${toColleague ? 'yes' : 'no'} to a colleague of the assigned agent, ${toOthers ? 'yes' : 'no'} to others`, () => {
      const unit = sampleUnit({ visibility, assigned_agent: 'agent_a' });
      expect(sees({ colleagues: ['agent_b', 'agent_a'] }, unit)).to.equal(toColleague);
      expect(sees({ colleagues: ['agent_b'] }, unit)).to.equal(toOthers);
      expect(sees({ colleagues: [] }, unit)).to.equal(toOthers);
      expect(sees('all', unit)).to.equal(true);
    });
  }

  it('is all for owners, admins and keys, the team for agents, and the open ones for anyone else', () => {
    const roles = [undefined, 'owner', 'admin', 'agent', 'viewer', 'something new'];
    expect(roles.map(sightByRole)).to.deep.equal(['all', 'all', 'all', 'team', 'open', 'open']);
  });

  it('is nothing of a team kind that nobody is assigned to', () => {
    expect(sees({ colleagues: ['agent_a'] }, sampleUnit({ visibility: 'team', assigned_agent: null }))).to.equal(false);
  });
});
