import {
  describeAgentValue,
  toAgentBody,
  toFraction,
  toPercent,
  toValues,
} from '@plotline/dashboard/features/people/agent-values';
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
  it('sends null for emptied fields', () => {
    const after = {
      ...before,
      commission: { ...before.commission, rate: 2.5 },
      profile: { ...before.profile, phone: ' ', languages: 'en, pt,  fr,' },
    };
    const { name, email, role, team_id, profile, commission } = agent;
    expect(toAgentBody(before)).to.deep.equal({ name, email, role, team_id, profile, commission });
    expect(toAgentBody(after)).to.deep.include({
      commission: { tier: null, rate: 0.025 },
      profile: { ...profile, phone: null, languages: ['en', 'pt', 'fr'] },
    });
  });

  it('describes values in words', () => {
    const team = { id: 'team_1', name: 'Waterfront', lead_agent_id: null, created_at: '', updated_at: '' };
    const words = [
      ['role', 'admin'],
      ['team_id', 'team_1'],
      ['team_id', 'team_2'],
      ['commission.rate', 0.03],
      ['profile.phone', null],
      ['profile.languages', ['en', 'pt']],
    ].map(([path, value]) => describeAgentValue(String(path), value, [team]));
    expect(words).to.deep.equal(['Admin', 'Waterfront', 'another team', '3 %', 'empty', 'en, pt']);
  });

  it('shows a commission as an exact percentage', () => {
    for (const fraction of [0.07, 0.025, 0.0333, 1, 0]) expect(toFraction(toPercent(fraction))).to.equal(fraction);
    expect(toPercent(0.07)).to.equal(7);
    expect(toFraction(toPercent(null))).to.equal(null);
  });
});
