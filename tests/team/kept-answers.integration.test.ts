import { testKeptAnswers } from '../support/kept-answers.js';
import { useFixture } from '../support/use-fixture.js';
import { startTeam } from './support/team.js';

describe('The response of team to a POST with an Idempotency-Key', () => {
  const team = useFixture(startTeam);

  async function deactivation(status: 'active' | 'inactive', isReassigned: boolean) {
    const { id } = await team().agent({}, {}, status);
    const body = isReassigned ? { reassign_leads_to: (await team().agent({})).id } : {};
    return { path: `/v1/agents/${id}/deactivate`, body };
  }

  testKeptAnswers('team', team, [
    {
      operation: 'createAgent',
      prepare: async () => ({ path: '/v1/agents', body: { name: 'Ines Prado', email: 'ines@example.com' } }),
    },
    { operation: 'deactivateAgent', prepare: () => deactivation('active', false) },
    { operation: 'deactivateAgent', variant: 'with reassignment', prepare: () => deactivation('active', true) },
    { operation: 'deactivateAgent', variant: 'of an inactive agent', prepare: () => deactivation('inactive', true) },
    { operation: 'createTeam', prepare: async () => ({ path: '/v1/teams', body: { name: 'Waterfront' } }) },
  ]);
});
