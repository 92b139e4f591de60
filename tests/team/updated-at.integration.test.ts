import { AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import { callContext } from '../support/test-runtime.js';
import { MovableClock, succeed, testUpdatedAt } from '../support/updated-at.js';
import { useFixture } from '../support/use-fixture.js';
import { startTeam } from './support/team.js';

describe('updated_at of team', () => {
  const clock = new MovableClock();
  const service = useFixture(() => startTeam(clock.now));
  const put = (path: string, body: object) => succeed(service().request('PUT', path, { body }));
  const agent = async (status: 'invited' | 'active') => `/v1/agents/${(await service().agent({}, {}, status)).id}`;

  testUpdatedAt(service, (aheadMs) => clock.set(aheadMs), [
    {
      title: 'a team is changed',
      prepare: async () => `/v1/teams/${(await service().team({})).id}`,
      change: (path) => put(path, { name: 'Old Town' }),
    },
    {
      title: 'an agent is changed',
      prepare: () => agent('active'),
      change: (path) => put(path, { name: 'Ines Prado' }),
    },
    {
      title: 'an agent is deactivated',
      prepare: () => agent('active'),
      change: (path) => succeed(service().request('POST', `${path}/deactivate`, { body: {} })),
    },
    {
      title: 'an agent accepts an invitation',
      prepare: () => agent('invited'),
      change: (path) => {
        const request = { agent_id: path.slice('/v1/agents/'.length) };
        return service().rpc(AgentsServiceService.activateAgent, request, callContext());
      },
    },
  ]);
});
