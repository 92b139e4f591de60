import { expect } from 'chai';
import { listFilled, resetSandbox } from '../support/sandbox-reset.js';
import { useFixture } from '../support/use-fixture.js';
import { startTeam } from './support/team.js';

describe('A sandbox reset in team', () => {
  const team = useFixture(startTeam);

  it('removes agents, teams and reassignments, and frees their addresses', async () => {
    const { create, request, runtime } = team();
    const as = { mode: 'sandbox' } as const;
    const agent = { name: 'Ana', email: 'ana@example.com', role: 'agent' };
    const leaver = await create('/v1/agents', agent, as);
    const other = await create('/v1/agents', { ...agent, email: 'other@example.com' }, as);
    await create('/v1/teams', { name: 'North' }, as);
    await request('PUT', `/v1/agents/${other.id}`, { as, body: { status: 'active' } });
    await request('DELETE', `/v1/agents/${leaver.id}`, { as, body: { reassign_to: other.id } });
    const live = await create('/v1/agents', agent);
    expect(await listFilled(runtime)).to.include.members(['agents', 'journal', 'teams']);
    await resetSandbox(team(), []);
    expect((await request('GET', '/v1/agents', { as })).body).to.deep.equal([]);
    expect((await request('GET', `/v1/agents/${live.id}`)).status).to.equal(200);
    await create('/v1/agents', agent, as);
  });
});
