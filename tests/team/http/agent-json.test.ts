import { agentJson } from '@plotline/team/http/agent-json';
import { expect } from 'chai';
import { sampleAgent } from '../domain/sample-agent.js';

describe('an agent as the public sees it', () => {
  it('reads the same, to the letter, in whatever order its members were stored', () => {
    const agent = sampleAgent();
    const { languages, ...rest } = agent.profile;
    const { tier, rate } = agent.commission;
    const stored = sampleAgent({ profile: { languages, ...rest }, commission: { rate, tier } });
    expect(JSON.stringify(stored)).to.not.equal(JSON.stringify(agent));
    expect(JSON.stringify(agentJson(stored))).to.equal(JSON.stringify(agentJson(agent)));
  });

  it('has no version', () => {
    expect(agentJson(sampleAgent())).to.not.have.property('version');
  });
});
