import { fillDerived } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import type { Migration } from '@plotline/kit/service/migrate';
import type { Agent } from '../agents/model/agent.js';
import { agentSchema, deriveAgent } from '../agents/store/agent-collection.js';
import type { Team } from '../teams/model/team.js';
import { deriveTeam, teamSchema } from '../teams/store/teams.js';

/** Fills in the search text and the sort key for names. */
export const up: Migration = async (context) => {
  await fillDerived<Agent>(context, { name: 'agents', schema: agentSchema, derive: deriveAgent });
  await fillDerived<Team>(context, { name: 'teams', schema: teamSchema, derive: deriveTeam });
};
