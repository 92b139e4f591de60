import type { LeftKey } from '@plotline/protos/plotline/auth/v1/access';
import type { Agent } from '../model/agent.js';
import { toAgentJson } from './agent-json.js';

function toKeyJson({ id, name, mode, last_four, scopes, created_at, last_used_at, is_revoked }: LeftKey) {
  return {
    id,
    name,
    mode,
    last_four,
    scopes,
    created_at: new Date(created_at),
    last_used_at: last_used_at === 0 ? null : new Date(last_used_at),
    revoked: is_revoked,
  };
}

/**
 * Renders the response to a deactivation: the agent, and the API keys that the person created. The keys are null when
 * they are currently unknown.
 */
export function toDeactivatedAgentJson(agent: Agent, keys: readonly LeftKey[] | null) {
  return { ...toAgentJson(agent), api_keys: keys?.map(toKeyJson) ?? null };
}
