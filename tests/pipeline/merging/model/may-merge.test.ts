import type { Actor } from '@plotline/kit/core/caller';
import { assertMayMerge } from '@plotline/pipeline/merging/model/may-merge';
import { expect } from 'chai';
import { sampleLead } from '../../support/sample-lead.js';

const agent: Actor = { type: 'user', id: 'user_1', name: 'Amira', role: 'agent', agentId: 'agent_1' };
const own = sampleLead({ assigned_agent: 'agent_1' });
const foreign = sampleLead({ assigned_agent: 'agent_2' });

describe('assertMayMerge', () => {
  for (const actor of [
    { ...agent, role: 'owner' },
    { ...agent, role: 'admin' },
    { type: 'key', id: 'k', name: 'k' },
  ] as const) {
    it(`lets ${'role' in actor ? `the ${actor.role} role` : 'an API key'} merge any leads`, () =>
      expect(() => assertMayMerge(actor, [own, foreign])).not.to.throw());
  }

  it('lets an agent merge their own leads', () => expect(() => assertMayMerge(agent, [own, own])).not.to.throw());

  for (const [title, lead] of [
    ['of another agent', foreign],
    ['without an agent', sampleLead({ assigned_agent: null })],
  ] as const) {
    it(`refuses to let an agent merge a lead ${title}`, () =>
      expect(() => assertMayMerge(agent, [own, lead]))
        .to.throw()
        .with.property('reason', 'lead_of_another_agent'));
  }

  it('refuses a person without an agent in the mode', () => {
    const { agentId: _none, ...person } = agent;
    expect(() => assertMayMerge(person, [sampleLead(), sampleLead()])).to.throw();
  });
});
