import { type AgentStatus, accept, invite } from '@plotline/team/domain/agent';
import { expect } from 'chai';
import { longAgo, sampleAgent } from './sample-agent.js';

const now = new Date('2026-03-01T09:30:00Z');

describe('an invitation', () => {
  it('makes an invited agent, all that is not said null or empty', () => {
    expect(invite({ email: 'Ada.LOPEZ@Example.com', name: 'Ada', role: 'agent' }, 'agent_1', now)).to.deep.equal({
      id: 'agent_1',
      version: 1,
      email: 'ada.lopez@example.com',
      name: 'Ada',
      role: 'agent',
      status: 'invited',
      profile: { phone: null, photo: null, bio: null, languages: [], license_number: null },
      team_id: null,
      commission: { tier: null, rate: null },
      invitation_sent_at: now,
      last_active: null,
      created_at: now,
      updated_at: now,
    });
  });

  it('fills what is said in part, and takes null for nothing said', () => {
    const base = { email: 'a@example.com', name: 'Ada', role: 'agent' } as const;
    const part = invite({ ...base, commission: { rate: 0 }, profile: { phone: '1', languages: null } }, 'agent_1', now);
    expect(part.commission).to.deep.equal({ tier: null, rate: 0 });
    expect(part.profile).to.deep.equal({ phone: '1', photo: null, bio: null, languages: [], license_number: null });
    const none = invite({ ...base, team_id: null, commission: null, profile: null }, 'agent_1', now);
    expect(none).to.deep.equal(invite(base, 'agent_1', now));
  });

  it('is accepted once; for who is active or inactive nothing changes', () => {
    const after: Readonly<Record<AgentStatus, AgentStatus>> = {
      invited: 'active',
      active: 'active',
      inactive: 'inactive',
    };
    for (const status of ['invited', 'active', 'inactive'] as const) {
      const agent = sampleAgent({ status });
      const accepted = accept(agent, now);
      expect(accepted.status).to.equal(after[status]);
      expect(accepted.updated_at).to.equal(status === 'invited' ? now : longAgo);
    }
  });
});
