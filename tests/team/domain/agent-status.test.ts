import { merge } from '@plotline/kit/core/merge';
import {
  type AgentRole,
  type AgentStatus,
  activeSince,
  deactivate,
  deactivatedAt,
  editAgent,
  removesActiveOwner,
} from '@plotline/team/domain/agent';
import { expect } from 'chai';
import { longAgo, sampleAgent } from './sample-agent.js';

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

describe('activeSince', () => {
  it('is the stored time, or for older agents the time of creation, unless they are invited', () => {
    const { active_since: _unknown, ...old } = sampleAgent();
    expect(activeSince(sampleAgent({ active_since: now }))).to.equal(now);
    expect(activeSince(sampleAgent({ active_since: null }))).to.equal(null);
    expect(activeSince({ ...old, status: 'invited' })).to.equal(null);
    for (const status of ['active', 'inactive'] as const) expect(activeSince({ ...old, status })).to.equal(longAgo);
  });
});

describe('deactivatedAt', () => {
  it('is the stored time, also after a reactivation, or for older inactive agents the time of their last change', () => {
    const { deactivated_at: _unknown, ...old } = sampleAgent();
    const inactive = deactivate(sampleAgent(), longAgo);
    expect(deactivatedAt(inactive)).to.equal(longAgo);
    const later = editAgent(inactive, merge(inactive, { status: 'active' }), true, now);
    expect(deactivatedAt(later)).to.equal(longAgo);
    expect(deactivatedAt(sampleAgent())).to.equal(null);
    expect(deactivatedAt({ ...old, status: 'active' })).to.equal(null);
    expect(deactivatedAt({ ...old, status: 'inactive' })).to.equal(longAgo);
  });
});

describe('removesActiveOwner', () => {
  it('is true exactly when an active owner is no longer an active owner', () => {
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
