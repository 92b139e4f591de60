import { assigneeFaults, leaderFaults } from '@plotline/team/domain/references';
import { expect } from 'chai';
import { sampleAgent } from './sample-agent.js';

const usable = [sampleAgent({ status: 'invited' }), sampleAgent({ status: 'active' })];
const unusable = [null, sampleAgent({ status: 'inactive' })];

describe('who takes the leads of an agent', () => {
  it('is another one who is invited or active, and nobody else', () => {
    for (const assignee of usable) expect(assigneeFaults('agent_2', 'agent_1', assignee)).to.deep.equal([]);
    for (const assignee of [...unusable, sampleAgent()]) {
      const itself = assignee?.status === 'active' ? 'agent_1' : 'agent_2';
      expect(assigneeFaults(itself, 'agent_1', assignee).map(({ field }) => field)).to.deep.equal(['reassign_leads_to']);
    }
  });
});

describe('who leads a team', () => {
  it('is an agent who is invited or active, and each other case is told apart', () => {
    for (const lead of usable) expect(leaderFaults(lead)).to.deep.equal([]);
    const faults = unusable.flatMap(leaderFaults);
    expect(faults.map(({ field }) => field)).to.deep.equal(['lead_agent_id', 'lead_agent_id']);
    expect(new Set(faults.map(({ message }) => message)).size).to.equal(2);
  });
});
