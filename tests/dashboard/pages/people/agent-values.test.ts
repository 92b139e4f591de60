import {
  listChanges,
  toFraction,
  toPatch,
  toPercent,
  toValues,
  wordChange,
} from '@plotline/dashboard/pages/people/agent-values';
import { expect } from 'chai';

const agent = {
  id: 'agent_1',
  external_id: null,
  email: 'ada@example.com',
  name: 'Ada Lopez',
  role: 'agent' as const,
  status: 'active' as const,
  profile: { phone: '+351 1', photo: null, bio: null, languages: ['en', 'pt'], license_number: null },
  team_id: null,
  commission: { tier: null, rate: 0.07 },
  invitation_sent_at: null,
  last_active: null,
  created_at: '2026-02-01T09:00:00.000Z',
  updated_at: '2026-02-01T09:00:00.000Z',
};
const before = toValues(agent);

describe('the form of an agent', () => {
  it('sends what the person changed and nothing else, null for what they emptied', () => {
    expect(toPatch(before, before)).to.deep.equal({});
    const after = {
      ...before,
      role: 'viewer' as const,
      commission: { ...before.commission, rate: 2.5 },
      profile: { ...before.profile, phone: ' ', languages: 'en, pt,  fr,' },
    };
    expect(toPatch(before, after)).to.deep.equal({
      role: 'viewer',
      commission: { rate: 0.025 },
      profile: { phone: null, languages: ['en', 'pt', 'fr'] },
    });
    expect(toPatch({ ...before, team_id: 'team_1' }, before)).to.deep.equal({ team_id: null });
  });

  it('tells what another changed in words', () => {
    const after = toValues({
      ...agent,
      role: 'admin',
      team_id: 'team_1',
      commission: { tier: null, rate: 0.03 },
      profile: { ...agent.profile, phone: null },
    });
    const team = { id: 'team_1', name: 'Waterfront', lead_agent_id: null, created_at: '', updated_at: '' };
    const words = listChanges(before, after).map((change) => `${change.label}: ${wordChange(change, [team])}`);
    expect(words).to.deep.equal(['Role: Admin', 'Team: Waterfront', 'Commission: 3 %', 'Phone: empty']);
  });

  it('shows the fraction of a commission in percent, exactly', () => {
    for (const fraction of [0.07, 0.025, 0.0333, 1, 0]) expect(toFraction(toPercent(fraction))).to.equal(fraction);
    expect(toPercent(0.07)).to.equal(7);
    expect(toFraction(toPercent(null))).to.equal(null);
  });
});
