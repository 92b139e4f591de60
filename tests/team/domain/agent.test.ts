import { merge } from '@plotline/kit/merge';
import {
  type AgentPatch,
  type AgentRole,
  type AgentStatus,
  acceptInvitation,
  deactivate,
  editAgent,
  findPatchFaults,
  inviteAgent,
  removesActiveOwner,
} from '@plotline/team/domain/agent';
import { expect } from 'chai';
import { longAgo, sampleAgent } from './sample-agent.js';

const now = new Date('2026-03-01T09:30:00Z');
const statuses: readonly AgentStatus[] = ['invited', 'active', 'inactive'];
const roles: readonly AgentRole[] = ['owner', 'admin', 'agent', 'viewer'];

describe('inviteAgent and acceptInvitation', () => {
  it('create an invited agent, with null or empty defaults', () => {
    expect(inviteAgent({ email: 'Ada.LOPEZ@Example.com', name: 'Ada', role: 'agent' }, 'agent_1', now)).to.deep.equal({
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

  it('complete partial objects, and treat null like an absent field', () => {
    const base = { email: 'a@example.com', name: 'Ada', role: 'agent' } as const;
    const part = inviteAgent(
      { ...base, commission: { rate: 0 }, profile: { phone: '1', languages: null } },
      'agent_1',
      now,
    );
    expect(part.commission).to.deep.equal({ tier: null, rate: 0 });
    expect(part.profile).to.deep.equal({ phone: '1', photo: null, bio: null, languages: [], license_number: null });
    const none = inviteAgent({ ...base, team_id: null, commission: null, profile: null }, 'agent_1', now);
    expect(none).to.deep.equal(inviteAgent(base, 'agent_1', now));
  });

  it('activate an invited agent, and leave active and inactive ones unchanged', () => {
    const after: Readonly<Record<AgentStatus, AgentStatus>> = {
      invited: 'active',
      active: 'active',
      inactive: 'inactive',
    };
    for (const status of ['invited', 'active', 'inactive'] as const) {
      const agent = sampleAgent({ status });
      const accepted = acceptInvitation(agent, now);
      expect(accepted.status).to.equal(after[status]);
      expect(accepted.updated_at).to.equal(status === 'invited' ? now : longAgo);
    }
  });
});

describe('editAgent and findPatchFaults', () => {
  const { profile, commission } = sampleAgent();
  const emptyProfile = { phone: null, photo: null, bio: null, languages: [], license_number: null };
  const merges: readonly (readonly [string, AgentPatch, object])[] = [
    ['changes nothing by saying nothing', {}, {}],
    ['takes a name', { name: 'Ada L.' }, { name: 'Ada L.' }],
    ['stores the address in lower case', { email: 'ADA@Example.com' }, { email: 'ada@example.com' }],
    ['takes a role', { role: 'viewer' }, { role: 'viewer' }],
    ['takes another team', { team_id: 'team_2' }, { team_id: 'team_2' }],
    ['clears the team', { team_id: null }, { team_id: null }],
    ['merges the commission', { commission: { rate: 0.05 } }, { commission: { ...commission, rate: 0.05 } }],
    ['takes a rate of zero', { commission: { rate: 0 } }, { commission: { ...commission, rate: 0 } }],
    ['clears one member of it', { commission: { tier: null } }, { commission: { ...commission, tier: null } }],
    ['clears it whole', { commission: null }, { commission: { tier: null, rate: null } }],
    ['merges the profile', { profile: { bio: null } }, { profile: { ...profile, bio: null } }],
    ['replaces arrays', { profile: { languages: ['en', 'fr'] } }, { profile: { ...profile, languages: ['en', 'fr'] } }],
    ['clears arrays', { profile: { languages: null } }, { profile: { ...profile, languages: [] } }],
    ['clears the profile whole', { profile: null }, { profile: emptyProfile }],
  ];
  for (const [title, patch, change] of merges) {
    it(`${title}, and leaves the rest`, () => {
      const before = sampleAgent();
      expect(editAgent(merge(before, patch), now)).to.deep.equal({ ...sampleAgent(), ...change, updated_at: now });
      expect(before).to.deep.equal(sampleAgent());
    });
  }

  for (const from of statuses) {
    for (const to of statuses) {
      const works = from === to || (from === 'inactive' && to === 'active');
      it(`${works ? 'accept' : 'refuse'} a status change from ${from} to ${to}`, () => {
        const agent = sampleAgent({ status: from });
        const patch = { status: to };
        expect(findPatchFaults(agent, patch).map(({ field }) => field)).to.deep.equal(works ? [] : ['status']);
        if (works) expect(editAgent(merge(agent, patch), now).status).to.equal(to);
      });
    }
  }
});

describe('findPatchFaults without a status in the patch', () => {
  for (const status of statuses) {
    it(`finds no fault for an ${status} agent`, () => {
      expect(findPatchFaults(sampleAgent({ status }), { name: 'Ada L.' })).to.deep.equal([]);
    });
  }
});

describe('deactivate', () => {
  for (const status of statuses) {
    it(`makes an ${status} agent inactive and keeps the data`, () => {
      const changed = status === 'inactive' ? longAgo : now;
      const after = { ...sampleAgent(), status: 'inactive', updated_at: changed };
      expect(deactivate(sampleAgent({ status }), now)).to.deep.equal(after);
    });
  }
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
