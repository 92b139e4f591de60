import { findActivePeriods } from '@plotline/auth/directory/model/membership';
import { expect } from 'chai';

const at = (day: number) => new Date(Date.UTC(2026, 2, day));
const membership = {
  id: 'member_1',
  version: 1,
  workspace_id: 'ws_1',
  person_id: 'user_1',
  agent_id: 'agent_1',
  created_at: at(5),
};
const person_id = 'user_1';
const since = { person_id, from: at(5), until: null };

describe('findActivePeriods', () => {
  it("starts with the membership if the person was never deactivated, even if the team service doesn't know of the acceptance yet", () => {
    const active_since = new Date(at(5).getTime() + 1_000);
    for (const agent of [
      { status: 'active', active_since },
      { status: 'invited', active_since: null },
    ]) {
      expect(findActivePeriods(membership, { ...agent, deactivated_at: null })).to.deep.equal([since]);
    }
  });

  it('ends a period when the person is deactivated', () => {
    const agent = { status: 'inactive', active_since: at(5), deactivated_at: at(9) };
    expect(findActivePeriods(membership, agent)).to.deep.equal([{ person_id, from: at(5), until: at(9) }]);
  });

  it('excludes the time between a deactivation and a reactivation', () => {
    const agent = { status: 'active', active_since: at(12), deactivated_at: at(9) };
    expect(findActivePeriods(membership, agent)).to.deep.equal([
      { person_id, from: at(5), until: at(9) },
      { person_id, from: at(12), until: null },
    ]);
  });

  it('starts a period with a membership that began after an earlier deactivation', () => {
    const agent = { status: 'active', active_since: at(5), deactivated_at: at(3) };
    expect(findActivePeriods(membership, agent)).to.deep.equal([since]);
  });
});
