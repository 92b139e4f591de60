import { findAssigneeFaults } from '@plotline/team/agents/model/reassignment';
import { expect } from 'chai';
import { sampleAgent } from './sample-agent.js';

const usable = [sampleAgent({ status: 'invited' }), sampleAgent({ status: 'active' })];
const unusable = [null, sampleAgent({ status: 'inactive' })];

describe('findAssigneeFaults', () => {
  it('accepts only a different agent who is invited or active', () => {
    for (const assignee of usable) expect(findAssigneeFaults('agent_2', 'agent_1', assignee)).to.deep.equal([]);
    for (const assignee of [...unusable, sampleAgent()]) {
      const itself = assignee?.status === 'active' ? 'agent_1' : 'agent_2';
      expect(findAssigneeFaults(itself, 'agent_1', assignee).map(({ field }) => field)).to.deep.equal([
        'reassign_leads_to',
      ]);
    }
  });
});
