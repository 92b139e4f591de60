import { merge } from '@plotline/kit/core/json-object';
import {
  type Agent,
  type AgentPatch,
  type AgentStatus,
  acceptInvitation,
  createOwner,
  deactivate,
  editAgent,
  findPatchFaults,
  inviteAgent,
  isInvitedAnew,
  recordInvitationSent,
} from '@plotline/team/agents/model/agent';
import { expect } from 'chai';
import { longAgo, sampleAgent } from './sample-agent.js';

const now = new Date('2026-03-01T09:30:00Z');
const statuses: readonly AgentStatus[] = ['invited', 'active', 'inactive'];

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
      invitation_sent_at: null,
      last_active: null,
      active_since: null,
      deactivated_at: null,
      created_at: now,
      updated_at: now,
    });
  });

  it('complete partial objects, and treat null like a missing field', () => {
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

  it('activate an invited agent, and leave active and inactive agents unchanged', () => {
    const after: Readonly<Record<AgentStatus, AgentStatus>> = {
      invited: 'active',
      active: 'active',
      inactive: 'inactive',
    };
    for (const status of ['invited', 'active', 'inactive'] as const) {
      const agent = sampleAgent({ status });
      const accepted = acceptInvitation(agent, agent.email, now);
      expect(accepted.status).to.equal(after[status]);
      expect(accepted.updated_at).to.equal(status === 'invited' ? now : longAgo);
      expect(accepted.active_since).to.equal(status === 'invited' ? now : longAgo);
    }
  });
});

describe('acceptInvitation for an invitation that was sent to a different address', () => {
  it('is refused while the agent is invited, changes nothing later, and accepts a call from the system without an address', () => {
    const invited = sampleAgent({ status: 'invited', active_since: null });
    expect(() => acceptInvitation(invited, 'other@example.com', now)).to.throw('invited again at another address');
    expect(acceptInvitation(sampleAgent(), 'other@example.com', now)).to.deep.equal(sampleAgent());
    expect(acceptInvitation(invited, undefined, now).status).to.equal('active');
  });
});

describe('createOwner', () => {
  it('creates an active owner, who needs no invitation, or an invited owner', () => {
    const owner = createOwner({ email: 'Ada@Example.com', name: 'Ada' }, 'agent_1', false, now);
    const expected = { status: 'active', role: 'owner', active_since: now, invitation_sent_at: null };
    expect(owner).to.include({ ...expected, email: 'ada@example.com' });
    const invited = createOwner(owner, 'agent_1', true, now);
    expect(invited).to.include({ status: 'invited', role: 'owner', active_since: null });
  });
});

describe('recordInvitationSent and isInvitedAnew', () => {
  const invited = sampleAgent({ status: 'invited', active_since: null, invitation_sent_at: null });
  const later = new Date(now.getTime() + 1);

  it("store the last hand-over to the agent's current address", () => {
    const sent = recordInvitationSent(invited, invited.email, now, now);
    expect(sent.invitation_sent_at).to.equal(now);
    expect(recordInvitationSent(sent, invited.email, now, later)).to.equal(sent);
    expect(recordInvitationSent(sent, invited.email, longAgo, later)).to.equal(sent);
    expect(recordInvitationSent(sent, invited.email, later, later).invitation_sent_at).to.equal(later);
    expect(recordInvitationSent(sent, 'former@example.com', later, later)).to.equal(sent);
  });

  it('report a new invitation that is not sent yet, for a new address and a reactivation', () => {
    const sent = { ...invited, invitation_sent_at: longAgo };
    const moved = editAgent(sent, merge(sent, { email: 'new@example.com' }), true, now);
    expect([isInvitedAnew(sent, moved), moved.invitation_sent_at]).to.deep.equal([true, null]);
    const renamed = editAgent(sent, merge(sent, { name: 'Other' }), true, now);
    expect([isInvitedAnew(sent, renamed), renamed.invitation_sent_at]).to.deep.equal([false, longAgo]);
    const inactive = sampleAgent({ status: 'inactive', active_since: null });
    const again = editAgent(inactive, merge(inactive, { status: 'active' }), true, now);
    expect([isInvitedAnew(inactive, again), again.invitation_sent_at]).to.deep.equal([true, null]);
    expect(isInvitedAnew(sampleAgent(), sampleAgent({ email: 'new@example.com' }))).to.equal(false);
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
    it(`${title}, and keeps the rest`, () => {
      const before = sampleAgent();
      expect(editAgent(before, merge(before, patch), true, now)).to.deep.equal({
        ...sampleAgent(),
        ...change,
        updated_at: now,
      });
      expect(before).to.deep.equal(sampleAgent());
    });
  }

  for (const from of statuses) {
    for (const to of statuses) {
      const works = from === to || (from === 'inactive' && to === 'active');
      it(`${works ? 'accept' : 'refuse'} a status change from ${from} to ${to}`, () => {
        const agent = sampleAgent({ status: from });
        const patch = { status: to };
        expect(findPatchFaults(agent, patch, true).map(({ field }) => field)).to.deep.equal(works ? [] : ['status']);
        if (!works) return;
        const after = editAgent(agent, merge(agent, patch), true, now);
        expect([after.status, after.active_since]).to.deep.equal([to, from === to ? longAgo : now]);
      });
    }
  }
});

describe('editAgent for an inactive agent who never accepted the invitation', () => {
  const never = sampleAgent({ status: 'inactive', active_since: null });
  const reactivate = (hasAccounts: boolean) => editAgent(never, merge(never, { status: 'active' }), hasAccounts, now);

  it('invites again instead of reactivating', () => {
    expect(reactivate(true)).to.include({ status: 'invited', active_since: null });
  });

  it('reactivates the agent if agents have no accounts', () => {
    expect(reactivate(false)).to.include({ status: 'active', active_since: now });
  });
});

describe('editAgent for an agent whose email has changed since the person accepted', () => {
  const edit = (before: Agent, patch: AgentPatch, hasAccounts = true) =>
    editAgent(before, merge(before, patch), hasAccounts, now);
  const successor = { email: 'successor@example.com' };
  const reactivation = { status: 'active' } as const;
  const accepted = acceptInvitation(sampleAgent({ status: 'invited', active_since: null }), 'ada@example.com', longAgo);

  it('invites the new address instead of reactivating the agent', () => {
    const left = deactivate(accepted, now);
    const sequences = [
      edit(edit(left, successor), reactivation),
      edit(left, { ...successor, ...reactivation }),
      edit(deactivate(edit(accepted, successor), now), reactivation),
      edit(edit(edit(left, successor), { name: 'Bob' }), reactivation),
    ];
    for (const after of sequences)
      expect(after).to.include({ ...successor, status: 'invited', active_since: null, invitation_sent_at: null });
  });

  it('keeps an active account, and reactivates it once the previous email is set again', () => {
    expect(edit(accepted, successor)).to.include({ status: 'active', active_since: longAgo });
    const back = edit(edit(deactivate(accepted, now), successor), { email: 'ada@example.com' });
    expect(edit(back, reactivation)).to.include({ status: 'active', active_since: now });
  });

  it('reactivates the account that accepted at the new address', () => {
    const invited = edit(edit(deactivate(accepted, now), successor), reactivation);
    const next = deactivate(acceptInvitation(invited, successor.email, now), now);
    expect(edit(next, reactivation)).to.include({ status: 'active', ...successor });
  });

  it('reactivates the agent if agents have no accounts', () => {
    const left = deactivate(accepted, now);
    expect(edit(left, { ...successor, ...reactivation }, false)).to.include({ status: 'active' });
  });
});

describe('editAgent and findPatchFaults if agents have no accounts', () => {
  it('make an invited agent active, and invite no one', () => {
    const invited = sampleAgent({ status: 'invited', active_since: null });
    expect(findPatchFaults(invited, { status: 'active' }, false)).to.deep.equal([]);
    const after = editAgent(invited, merge(invited, { status: 'active' }), false, now);
    expect(after).to.include({ status: 'active', active_since: now });
    const faults = findPatchFaults(sampleAgent(), { status: 'invited' }, false);
    expect(faults.map(({ field }) => field)).to.deep.equal(['status']);
  });
});

describe('findPatchFaults for a patch without a status', () => {
  for (const status of statuses) {
    it(`find no errors for an ${status} agent`, () => {
      expect(findPatchFaults(sampleAgent({ status }), { name: 'Ada L.' }, true)).to.deep.equal([]);
    });
  }
});
