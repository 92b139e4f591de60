import { type SyncedList, testListByUpdate } from '../support/list-by-update.js';
import { succeed } from '../support/updated-at.js';
import { useFixture } from '../support/use-fixture.js';
import { startTeam } from './support/team.js';

describe('team lists sorted by the time of the last change', () => {
  const team = useFixture(startTeam);
  const rename = (path: string): SyncedList['change'] => {
    return (as, id) => succeed(team().request('PUT', `${path}/${id}`, { as, body: { name: 'Renamed' } }));
  };

  testListByUpdate(team, [
    {
      title: 'agents',
      prepare: async () => '/v1/agents',
      create: async (as) => (await team().agent(as, {}, 'invited')).id,
      change: rename('/v1/agents'),
    },
    {
      title: 'teams',
      prepare: async () => '/v1/teams',
      create: async (as) => (await team().team(as)).id,
      change: rename('/v1/teams'),
    },
  ]);
});
