import type { Access } from '@plotline/auth/accounts/access';
import { findUsed, recordActivity } from '@plotline/auth/accounts/record-activity';
import { createLog } from '@plotline/kit/process/log';
import { expect } from 'chai';
import { createTestAgents } from '../support/test-agents.js';

const now = new Date('2026-03-01T09:30:00.000Z');

function accessTo(id: string, lastActive: number): Access {
  const settings = {
    plan: 'starter',
    currency: 'EUR',
    require_two_factor: false,
    deletion_request: null,
    suspended_at: null,
  } as const;
  const workspace = { id, version: 1, name: id, ...settings, created_at: now };
  const role = { role: 'agent', sandboxAgentId: null, requiresTwoFactor: false, needsTwoFactor: false } as const;
  return { workspace, agentId: `agent_of_${id}`, lastActive, ...role };
}

describe('the activity of a person', () => {
  it('is in the workspace that the request names, or in the first one, as the gateway has it', () => {
    const [one, two] = [accessTo('ws_1', 0), accessTo('ws_2', 0)];
    expect(findUsed([one, two], 'ws_2')).to.equal(two);
    expect(findUsed([one, two], '')).to.equal(one);
    expect(findUsed([one, two], 'ws_3')).to.equal(undefined);
  });

  it('is told to the team service when that knows of none within a minute', () => {
    const team = createTestAgents();
    const log = createLog('auth', 'silent');
    const tell = (lastActive: number) => {
      const before = team.atWork.length;
      recordActivity({ agents: team.client, clock: () => now }, accessTo('ws_1', lastActive), log);
      return team.atWork.slice(before);
    };
    expect(tell(0)).to.deep.equal(['ws_1 agent_of_ws_1']);
    expect(tell(now.getTime() - 60_000)).to.have.length(1);
    expect(tell(now.getTime() - 59_999)).to.deep.equal([]);
  });
});
