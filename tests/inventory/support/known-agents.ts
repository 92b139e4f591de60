import type { AgentDirectory, AgentReference } from '@plotline/inventory/peers/agent-directory';

/** The people that the tests' workspaces have, in place of the team service. */
const knownAgents: readonly AgentReference[] = [
  { id: 'agent_amira', name: 'Amira Haddad', email: 'amira@example.com', status: 'active' },
  { id: 'agent_bruno', name: 'Bruno Costa', email: 'bruno@example.com', status: 'active' },
  { id: 'agent_chen', name: 'Chen Wei', email: 'chen@example.com', status: 'invited' },
];

const teams: readonly (readonly string[])[] = [['agent_amira', 'agent_bruno'], ['agent_chen']];

export interface CountingDirectory extends AgentDirectory {
  /** Number of questions asked so far. */
  calls(): number;
  /** Makes an agent one who has been deactivated. */
  deactivate(id: string): void;
}

/** A directory that holds the known agents for every workspace. */
export function agentDirectory(): CountingDirectory {
  let calls = 0;
  const left = new Set<string>();
  return {
    calls: () => calls,
    deactivate: (id) => void left.add(id),
    find: async (_caller, ids) => {
      if (ids.length > 0) calls += 1;
      return knownAgents
        .filter(({ id }) => ids.includes(id))
        .map((agent) => (left.has(agent.id) ? { ...agent, status: 'inactive' } : agent));
    },
    colleagues: async (_caller, agentId) => {
      calls += 1;
      return teams.find((team) => team.includes(agentId)) ?? [];
    },
  };
}
