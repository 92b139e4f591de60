import { SandboxResets } from '@plotline/kit/ops/sandbox/sandbox-resets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { toAgentJson } from './agents/api/agent-json.js';
import { Agents } from './agents/store/agents.js';
import { Reassignments } from './agents/store/reassignments.js';
import { Teams } from './teams/store/teams.js';

/** All stores of the service. They declare all its database collections. */
export interface Stores {
  readonly sandboxResets: SandboxResets;
  readonly teams: Teams;
  readonly reassignments: Reassignments;
  readonly agents: Agents;
}

/** Folder of the compiled migrations. */
export const migrations = new URL('./migrations/', import.meta.url);

export function createStores(runtime: ServiceRuntime): Stores {
  const teams = new Teams(runtime);
  const reassignments = new Reassignments(runtime);
  return {
    sandboxResets: new SandboxResets(runtime),
    teams,
    reassignments,
    agents: new Agents(runtime, { teams, reassignments, toJson: toAgentJson }),
  };
}
