import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startTeam } from '../../support/team.js';

const rounds = 12;

describe('a team that is deleted while an agent joins it', () => {
  const team = useFixture(startTeam);

  const as = { workspaceId: 'ws_membership' };
  const remove = (id: string) => team().request('DELETE', `/v1/teams/${id}`, { as });
  const exists = async (id: string) => (await team().request('GET', `/v1/teams/${id}`, { as })).status === 200;

  const ways = {
    'by an invitation': async () => {
      let invited = 0;
      return (team_id: string) => {
        invited += 1;
        const body = { email: `join${invited}@example.com`, name: 'Joins', team_id };
        return team().request('POST', '/v1/agents', { body, as });
      };
    },
    'by a PUT': async () => {
      const { id } = await team().agent(as);
      return (team_id: string) => team().request('PUT', `/v1/agents/${id}`, { body: { team_id }, as });
    },
  };

  for (const [way, prepare] of Object.entries(ways)) {
    it(`either keeps the agent, or is deleted without the agent: ${way}`, async () => {
      const join = await prepare();
      for (let round = 0; round < rounds; round += 1) {
        const { id } = await team().team(as);
        const [joined, removed] = await Promise.all([join(id), remove(id)]);
        const outcome = [joined.status < 300, removed.status];
        if (outcome[0]) expect(outcome, JSON.stringify(removed.body)).to.deep.equal([true, 409]);
        else expect([joined.status, joined.body.details[0].field, removed.status]).to.deep.equal([422, 'team_id', 204]);
        expect(await exists(id)).to.equal(outcome[0]);
      }
    });
  }

  it('accepts agents that join concurrently', async () => {
    const { id } = await team().team(as);
    const agents = await Promise.all(Array.from({ length: 8 }, () => team().agent(as, { team_id: id })));
    expect(agents.map(({ team_id }) => team_id)).to.deep.equal(agents.map(() => id));
    const listed = await team().request('GET', `/v1/agents?team_id=${id}&fields=name`, { as });
    expect(listed.meta.total).to.equal(8);
  });
});
