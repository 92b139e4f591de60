import { SandboxResets } from '@plotline/kit/ops/sandbox/sandbox-resets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { toAgentJson } from './json/agent.js';
import { Agents } from './store/agents.js';
import { Reassignments } from './store/reassignments.js';
import { Teams } from './store/teams.js';

/** What the service stores. All its collections are declared by these. */
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
