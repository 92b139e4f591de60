import type { Clock, Foundation } from '@plotline/kit/foundation';
import { agentJson } from './http/agent-json.js';
import { Agents } from './store/agents.js';

/** What the handlers of this service work with; built once, overridden in tests. */
export interface Context {
  readonly foundation: Foundation;
  readonly agents: Agents;
  readonly clock: Clock;
}

export function createContext(foundation: Foundation, overrides: Partial<Context> = {}): Context {
  return { foundation, agents: new Agents(foundation, agentJson), clock: foundation.clock, ...overrides };
}
