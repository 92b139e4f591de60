import type { Filters } from '../../ui/filters/use-filters.js';

/** Converts the agent in the page's address to an API parameter. */
export function toAgentFilter({ agent }: Filters): { readonly agent_id?: string } {
  return agent === undefined ? {} : { agent_id: agent };
}
