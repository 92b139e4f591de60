import { canView, visibilityOfRole } from '@plotline/inventory/units/model/visibility';
import { expect } from 'chai';
import { sampleUnit } from './sample-unit.js';

describe('canView', () => {
  const rows = [
    ['public', true, true],
    ['agents', true, true],
    ['team', true, false],
    ['private', false, false],
  ] as const;

  for (const [visibility, toTeammate, toOthers] of rows) {
    it(`with visibility ${visibility}: ${toTeammate ? 'yes' : 'no'} for a teammate of the assigned agent, ${toOthers ? 'yes' : 'no'} for others`, () => {
      const unit = sampleUnit({ visibility, assigned_agent: 'agent_a' });
      expect(canView({ teammates: ['agent_b', 'agent_a'] }, unit)).to.equal(toTeammate);
      expect(canView({ teammates: ['agent_b'] }, unit)).to.equal(toOthers);
      expect(canView({ teammates: [] }, unit)).to.equal(toOthers);
      expect(canView('all', unit)).to.equal(true);
    });
  }

  it("lets owners, admins and keys view all units, agents their team's units, and others only open ones", () => {
    const roles = [undefined, 'owner', 'admin', 'agent', 'viewer', 'something new'];
    expect(roles.map(visibilityOfRole)).to.deep.equal(['all', 'all', 'all', 'team', 'open', 'open']);
  });

  it('hides team units without an assigned agent from every team', () => {
    expect(canView({ teammates: ['agent_a'] }, sampleUnit({ visibility: 'team', assigned_agent: null }))).to.equal(
      false,
    );
  });
});
