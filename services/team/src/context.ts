import type { Clock, Foundation } from '@plotline/kit/foundation';
import { agentJson } from './http/agent-json.js';
import type { Pipeline } from './peers/pipeline.js';
import { Agents } from './store/agents.js';
import { Handovers } from './store/handovers.js';
import { Teams } from './store/teams.js';

/** What the handlers of this service work with; built once, its peer replaced in tests. */
export interface Context {
  readonly foundation: Foundation;
  readonly agents: Agents;
  readonly teams: Teams;
  readonly handovers: Handovers;
  readonly pipeline: Pipeline;
  readonly clock: Clock;
}

export function createContext(foundation: Foundation, pipeline: Pipeline): Context {
  const teams = new Teams(foundation);
  const handovers = new Handovers(foundation);
  const agents = new Agents(foundation, teams, handovers, agentJson);
  return { foundation, agents, teams, handovers, pipeline, clock: foundation.clock };
}
