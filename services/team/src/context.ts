import type { Clock, Foundation } from '@plotline/kit/foundation';
import { agentJson } from './http/agent-json.js';
import type { Pipeline } from './peers/pipeline.js';
import { Agents } from './store/agents.js';
import { Teams } from './store/teams.js';

/** What the handlers of this service work with; built once, its peer replaced in tests. */
export interface Context {
  readonly foundation: Foundation;
  readonly agents: Agents;
  readonly teams: Teams;
  readonly pipeline: Pipeline;
  readonly clock: Clock;
}

export function createContext(foundation: Foundation, pipeline: Pipeline): Context {
  const teams = new Teams(foundation);
  const agents = new Agents(foundation, teams, agentJson);
  return { foundation, agents, teams, pipeline, clock: foundation.clock };
}
