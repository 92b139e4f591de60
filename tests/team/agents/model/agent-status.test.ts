import { type AgentRole, type AgentStatus, deactivate, removesActiveOwner } from '@plotline/team/agents/model/agent';
import { expect } from 'chai';
import { sampleAgent } from './sample-agent.js';

const now = new Date('2026-03-01T09:30:00Z');
const statuses: readonly AgentStatus[] = ['invited', 'active', 'inactive'];
const roles: readonly AgentRole[] = ['owner', 'admin', 'agent', 'viewer'];

describe('deactivate', () => {
  for (const status of statuses) {
    it(`makes an ${status} agent inactive and keeps the data`, () => {
      const changes = status === 'inactive' ? {} : { deactivated_at: now, updated_at: now };
      const after = { ...sampleAgent(), status: 'inactive', ...changes };
      expect(deactivate(sampleAgent({ status }), now)).to.deep.equal(after);
    });
  }
});

describe('removesActiveOwner', () => {
  it('is true only if a change makes an active owner inactive or gives that owner another role', () => {
    const all = roles.flatMap((role) => statuses.map((status) => sampleAgent({ role, status })));
    const isOwner = ({ role, status }: (typeof all)[number]) => role === 'owner' && status === 'active';
    const lost = all.flatMap((before) =>
      all.filter((after) => removesActiveOwner(before, after)).map((after) => [before, after]),
    );
    expect(lost).to.deep.equal(
      all.filter(isOwner).flatMap((before) => all.filter((after) => !isOwner(after)).map((after) => [before, after])),
    );
    expect(lost).to.have.length(11);
  });
});
