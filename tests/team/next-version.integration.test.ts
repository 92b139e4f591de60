import { expect } from 'chai';
import { storeUnknownFields } from '../support/next-version.js';
import { useFixture } from '../support/use-fixture.js';
import { startTeam } from './support/team.js';

describe('agents and teams that a newer release of the service has stored', () => {
  const team = useFixture(startTeam);

  it('are read, changed and deactivated, and keep their unknown fields without returning them', async () => {
    const { id: teamId } = await team().team({});
    const { id: assignee } = await team().agent({});
    const agent = await team().agent({}, { profile: { bio: 'Sells' }, commission: { rate: 0.02 }, team_id: teamId });
    const stored = [
      await storeUnknownFields(team().runtime, 'agents', agent.id),
      await storeUnknownFields(team().runtime, 'agents', assignee),
      await storeUnknownFields(team().runtime, 'teams', teamId),
    ];
    const body = { profile: { bio: 'Sells more' }, commission: { tier: 'gold' }, name: 'Ada Byron' };
    for (const [method, path, change] of [
      ['PUT', `/v1/agents/${agent.id}`, body],
      ['PUT', `/v1/teams/${teamId}`, { name: 'Riverside' }],
      ['POST', `/v1/agents/${agent.id}/deactivate`, { reassign_leads_to: assignee }],
      ['GET', `/v1/agents/${agent.id}`, undefined],
      ['GET', '/v1/agents?search=byron', undefined],
      ['GET', `/v1/teams/${teamId}`, undefined],
    ] as const) {
      const reply = await team().request(method, path, change ? { body: change } : {});
      expect(reply.status, path).to.equal(200);
      expect(JSON.stringify(reply.body), path).to.not.include('next_version');
    }
    for (const record of stored) await record.expectKept();
    expect(JSON.stringify(await team().events(agent.id))).to.not.include('next_version');
  });
});
