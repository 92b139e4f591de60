import type { Agent } from '../domain/agent.js';

/** An agent as the public sees it; also the `data` of its events. */
export function agentJson({ version: _version, ...agent }: Agent) {
  return agent;
}

/** An agent as lists show it. */
export function agentSummaryJson({ id, name, email, role, status, created_at, updated_at }: Agent) {
  return { id, name, email, role, status, created_at, updated_at };
}
