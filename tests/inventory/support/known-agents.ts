import type { AgentDirectory, AgentReference } from '@plotline/inventory/peers/agent-directory';

/** The people that the tests' workspaces have, in place of the team service. */
const knownAgents: readonly AgentReference[] = [
  { id: 'agent_amira', name: 'Amira Haddad', email: 'amira@example.com' },
  { id: 'agent_bruno', name: 'Bruno Costa', email: 'bruno@example.com' },
  { id: 'agent_chen', name: 'Chen Wei', email: 'chen@example.com' },
];

const teams: readonly (readonly string[])[] = [['agent_amira', 'agent_bruno'], ['agent_chen']];

export interface CountingDirectory extends AgentDirectory {
  /** Number of questions asked so far. */
  calls(): number;
}

/** A directory that holds the known agents for every workspace. */
export function agentDirectory(): CountingDirectory {
  let calls = 0;
  return {
    calls: () => calls,
    find: async (_caller, ids) => {
      if (ids.length > 0) calls += 1;
      return knownAgents.filter(({ id }) => ids.includes(id));
    },
    colleagues: async (_caller, agentId) => {
      calls += 1;
      return teams.find((team) => team.includes(agentId)) ?? [];
    },
  };
}
