import { setImmediate } from 'node:timers/promises';
import type { Access } from '@plotline/auth/directory/api/access';
import { recordActivity } from '@plotline/auth/directory/api/record-activity';
import { findUsed } from '@plotline/auth/sessions/api/workspace-use';
import { createLog } from '@plotline/kit/telemetry/log';
import { expect } from 'chai';
import { createTestAgents } from '../../support/test-agents.js';

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
  const role = {
    role: 'agent',
    sandboxAgentId: null,
    requiresTwoFactor: false,
    needsTwoFactor: false,
    suspension: null,
  } as const;
  return { workspace, agentId: `agent_of_${id}`, activeSince: 0, lastActive, ...role };
}

describe("a person's activity", () => {
  it("counts for the workspace of the request, or for the person's first workspace if the request names none", () => {
    const [one, two] = [accessTo('ws_1', 0), accessTo('ws_2', 0)];
    expect(findUsed([one, two], 'ws_2')).to.equal(two);
    expect(findUsed([one, two], '')).to.equal(one);
    expect(findUsed([one, two], 'ws_3')).to.equal(undefined);
  });

  it('is reported to the team service at most once a minute, even with several requests', async () => {
    const team = createTestAgents();
    const log = createLog('auth', 'silent');
    const claims: string[] = [];
    const roleAssignments = {
      claimActivity: async (workspaceId: string, agentId: string, at: Date, since: Date) => {
        claims.push(`${workspaceId} ${agentId} ${at.getTime() - since.getTime()}`);
        return claims.length % 2 === 1;
      },
    };
    const tell = async (lastActive: number) => {
      const before = team.atWork.length;
      recordActivity({ agents: team.client, roleAssignments, clock: () => now }, accessTo('ws_1', lastActive), log);
      await setImmediate();
      return team.atWork.slice(before);
    };
    expect(await tell(0)).to.deep.equal(['ws_1 agent_of_ws_1']);
    expect(await tell(0), 'claimed by another call').to.deep.equal([]);
    expect(await tell(now.getTime() - 60_000)).to.have.length(1);
    expect(await tell(now.getTime() - 59_999)).to.deep.equal([]);
    expect(claims).to.deep.equal(Array.from({ length: 3 }, () => 'ws_1 agent_of_ws_1 60000'));
  });
});
