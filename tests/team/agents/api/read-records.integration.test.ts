import { expect } from 'chai';
import { parseRecords, readPage, readPages } from '../../../support/read-records.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startTeam, type TeamService } from '../../support/team.js';

describe('ReadRecords of agents', () => {
  const team = useFixture(startTeam);

  it("returns each agent that matches the list's filters once, in the form of GET", async () => {
    const as = { workspaceId: 'ws_agents' };
    const agents: Awaited<ReturnType<TeamService['agent']>>[] = [];
    for (const status of ['active', 'invited', 'active'] as const) agents.push(await team().agent(as, {}, status));
    expect(parseRecords(...(await readPages(team(), { resource: 'agents', limit: 1 }, as)))).to.deep.equal(agents);
    const active = await readPage(team(), { resource: 'agents', query: 'status=active' }, as);
    expect(parseRecords(active)).to.deep.equal(agents.filter(({ status }) => status === 'active'));
    expect(active.total).to.equal(2);
  });

  it('adds the name of the team on request', async () => {
    const as = { workspaceId: 'ws_names' };
    const { id } = await team().team(as, { name: 'Harbour' });
    await team().agent(as, { team_id: id });
    await team().agent(as, {});
    const agents = parseRecords(await readPage(team(), { resource: 'agents', with_names: true }, as));
    expect(agents.map((agent) => Reflect.get(agent, 'team_name'))).to.deep.equal(['Harbour', null]);
  });
});
