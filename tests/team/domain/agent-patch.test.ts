import { merge } from '@plotline/kit/merge';
import type { AgentRole, AgentStatus } from '@plotline/team/domain/agent';
import { type AgentPatch, deactivate, editAgent, losesOwner, patchFaults } from '@plotline/team/domain/agent-patch';
import { expect } from 'chai';
import { longAgo, sampleAgent } from './sample-agent.js';

const now = new Date('2026-03-01T09:30:00Z');
const statuses: readonly AgentStatus[] = ['invited', 'active', 'inactive'];
const roles: readonly AgentRole[] = ['owner', 'admin', 'agent', 'viewer'];

describe('a PUT of an agent', () => {
  const { profile, commission } = sampleAgent();
  const nobody = { phone: null, photo: null, bio: null, languages: [], license_number: null };
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
    ['clears the profile whole', { profile: null }, { profile: nobody }],
  ];
  for (const [title, patch, change] of merges) {
    it(`${title}, and leaves the rest`, () => {
      const before = sampleAgent();
      expect(editAgent(merge(before, patch), now)).eql({ ...sampleAgent(), ...change, updated_at: now });
      expect(before).eql(sampleAgent());
    });
  }

  for (const from of statuses) {
    for (const to of statuses) {
      const works = from === to || (from === 'inactive' && to === 'active');
      it(`${works ? 'can' : 'cannot'} set the status from ${from} to ${to}`, () => {
        const agent = sampleAgent({ status: from });
        const patch = { status: to };
        expect(patchFaults(agent, patch).map(({ field }) => field)).eql(works ? [] : ['status']);
        if (works) expect(editAgent(merge(agent, patch), now).status).equal(to);
      });
    }
  }
});

describe('a PUT that says nothing of the status', () => {
  for (const status of statuses) {
    it(`has no fault for an agent who is ${status}`, () => {
      expect(patchFaults(sampleAgent({ status }), { name: 'Ada L.' })).eql([]);
    });
  }
});

describe('deactivation', () => {
  for (const status of statuses) {
    it(`ends the access of who is ${status}, and keeps the data`, () => {
      const changed = status === 'inactive' ? longAgo : now;
      const after = { ...sampleAgent(), status: 'inactive', updated_at: changed };
      expect(deactivate(sampleAgent({ status }), now)).eql(after);
    });
  }
});

describe('an owner is lost', () => {
  it('by a change that leaves an active owner no owner or not active, and by no other', () => {
    const all = roles.flatMap((role) => statuses.map((status) => sampleAgent({ role, status })));
    const isOwner = ({ role, status }: (typeof all)[number]) => role === 'owner' && status === 'active';
    const lost = all.flatMap((before) =>
      all.filter((after) => losesOwner(before, after)).map((after) => [before, after]),
    );
    expect(lost).eql(
      all.filter(isOwner).flatMap((before) => all.filter((after) => !isOwner(after)).map((after) => [before, after])),
    );
    expect(lost).length(11);
  });
});
