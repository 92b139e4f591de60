import { merge } from '@plotline/kit/core/json-object';
import { editAgent, losesPerson, recordPersonMoved } from '@plotline/team/agents/model/agent';
import { expect } from 'chai';
import { longAgo, sampleAgent } from './sample-agent.js';

const now = new Date('2026-03-01T09:30:00Z');

describe('recordPersonMoved', () => {
  it('marks an inactive agent as never accepted, so that a reactivation invites the agent', () => {
    const inactive = sampleAgent({ status: 'inactive' });
    const left = recordPersonMoved(inactive, now);
    expect(left).to.deep.equal({ ...inactive, active_since: null, updated_at: now });
    expect(losesPerson(inactive, left)).to.equal(true);
    expect(editAgent(left, merge(left, { status: 'active' }), true, now)).to.include({ status: 'invited' });
  });

  it('invites an agent who was reactivated in the meantime', () => {
    const left = recordPersonMoved(sampleAgent({ invitation_sent_at: longAgo }), now);
    expect(left).to.include({ status: 'invited', active_since: null, invitation_sent_at: null });
  });

  it('changes nothing when repeated', () => {
    for (const status of ['invited', 'inactive'] as const) {
      const agent = sampleAgent({ status, active_since: null });
      expect(recordPersonMoved(agent, now)).to.equal(agent);
    }
  });
});
