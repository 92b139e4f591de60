import type { Agent } from '@plotline/team/agents/model/agent';

export const longAgo = new Date('2026-01-01T00:00:00Z');

/** Active agent in `team_1`, with the given changes. */
export function sampleAgent(change: Partial<Agent> = {}): Agent {
  return {
    id: 'agent_1',
    version: 3,
    email: 'ada@example.com',
    name: 'Ada Lopez',
    role: 'agent',
    status: 'active',
    profile: { phone: '+351 1', photo: null, bio: 'Sells', languages: ['pt'], license_number: 'L-1' },
    team_id: 'team_1',
    commission: { tier: 'standard', rate: 0.02 },
    invitation_sent_at: longAgo,
    last_active: null,
    active_since: longAgo,
    accepted_email: 'ada@example.com',
    deactivated_at: null,
    created_at: longAgo,
    updated_at: longAgo,
    ...change,
  };
}
