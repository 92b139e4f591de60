import { toAgentJson } from '@plotline/team/agents/api/agent-json';
import { expect } from 'chai';
import { sampleAgent } from '../model/sample-agent.js';

describe('toAgentJson', () => {
  it('returns the same text, whatever the stored order of members', () => {
    const agent = sampleAgent();
    const { languages, ...rest } = agent.profile;
    const { tier, rate } = agent.commission;
    const stored = sampleAgent({ profile: { languages, ...rest }, commission: { rate, tier } });
    expect(JSON.stringify(stored)).to.not.equal(JSON.stringify(agent));
    expect(JSON.stringify(toAgentJson(stored))).to.equal(JSON.stringify(toAgentJson(agent)));
  });

  it('omits the version', () => {
    expect(toAgentJson(sampleAgent())).to.not.have.property('version');
  });
});
