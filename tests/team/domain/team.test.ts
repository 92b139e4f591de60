import { merge } from '@plotline/kit/merge';
import { editTeam, foundTeam, type TeamInput } from '@plotline/team/domain/team';
import { expect } from 'chai';

const then = new Date('2026-01-01T00:00:00Z');
const now = new Date('2026-03-01T09:30:00Z');
const team = foundTeam({ name: 'Waterfront', lead_agent_id: 'agent_1' }, 'team_1', then);

describe('a team', () => {
  it('has a name, and a lead when one is named', () => {
    expect(team).eql({
      id: 'team_1',
      version: 1,
      name: 'Waterfront',
      lead_agent_id: 'agent_1',
      created_at: then,
      updated_at: then,
    });
    expect(foundTeam({ name: 'Docks' }, 'team_2', then).lead_agent_id).equal(null);
  });

  const edits: readonly (readonly [string, TeamInput, object])[] = [
    ['nothing', {}, {}],
    ['the name', { name: 'Docks' }, { name: 'Docks' }],
    ['the lead', { lead_agent_id: 'agent_2' }, { lead_agent_id: 'agent_2' }],
    ['the lead, to none', { lead_agent_id: null }, { lead_agent_id: null }],
  ];
  for (const [title, input, change] of edits) {
    it(`keeps what a PUT of ${title} does not name`, () => {
      expect(editTeam(merge(team, input), now)).eql({ ...team, ...change, updated_at: now });
    });
  }
});
