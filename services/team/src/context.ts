import type { Clock, ServiceRuntime } from '@plotline/kit/process/runtime';
import { toAgentJson } from './json/agent.js';
import type { PipelineClient } from './peers/pipeline.js';
import { Agents } from './store/agents.js';
import { Reassignments } from './store/reassignments.js';
import { Teams } from './store/teams.js';

/** What the handlers of this service work with; built once, its peer replaced in tests. */
export interface Context {
  readonly runtime: ServiceRuntime;
  readonly agents: Agents;
  readonly teams: Teams;
  readonly reassignments: Reassignments;
  readonly pipeline: PipelineClient;
  readonly clock: Clock;
}

export function createContext(runtime: ServiceRuntime, pipeline: PipelineClient): Context {
  const teams = new Teams(runtime);
  const reassignments = new Reassignments(runtime);
  const agents = new Agents(runtime, { teams, reassignments, toJson: toAgentJson });
  return { runtime, agents, teams, reassignments, pipeline, clock: runtime.clock };
}
