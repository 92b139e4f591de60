import { merge } from '@plotline/kit/core/json-object';
import { createTeam, editTeam, findTeamLeadFaults, type TeamInput } from '@plotline/team/teams/model/team';
import { expect } from 'chai';

const then = new Date('2026-01-01T00:00:00Z');
const now = new Date('2026-03-01T09:30:00Z');
const team = createTeam({ name: 'Waterfront', lead_agent_id: 'agent_1' }, 'team_1', then);

describe('createTeam and editTeam', () => {
  it('create a team with a name, and with a team lead if one is given', () => {
    expect(team).to.deep.equal({
      id: 'team_1',
      version: 1,
      name: 'Waterfront',
      lead_agent_id: 'agent_1',
      created_at: then,
      updated_at: then,
    });
    expect(createTeam({ name: 'Docks' }, 'team_2', then).lead_agent_id).to.equal(null);
  });

  const edits: readonly (readonly [string, TeamInput, object])[] = [
    ['nothing', {}, {}],
    ['the name', { name: 'Docks' }, { name: 'Docks' }],
    ['the lead', { lead_agent_id: 'agent_2' }, { lead_agent_id: 'agent_2' }],
    ['the lead, to none', { lead_agent_id: null }, { lead_agent_id: null }],
  ];
  for (const [title, input, change] of edits) {
    it(`leave the other fields unchanged in a PUT of ${title}`, () => {
      expect(editTeam(merge(team, input), now)).to.deep.equal({ ...team, ...change, updated_at: now });
    });
  }
});

describe('findTeamLeadFaults', () => {
  it('accepts agents who are invited or active, and distinguishes unknown from inactive agents', () => {
    for (const status of ['invited', 'active']) expect(findTeamLeadFaults({ status })).to.deep.equal([]);
    const faults = [null, { status: 'inactive' }].flatMap(findTeamLeadFaults);
    expect(faults.map(({ field }) => field)).to.deep.equal(['lead_agent_id', 'lead_agent_id']);
    expect(new Set(faults.map(({ message }) => message)).size).to.equal(2);
  });
});
