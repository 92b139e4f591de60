import { useMemo } from 'react';
import { useProperties } from '../listings/listing-queries.js';
import { useAgents } from '../people/use-agents.js';
import type { Names } from './describe-lead.js';
import type { Lead } from './lead-queries.js';

/** Returns the names of the agents, properties and units that a lead's changes can refer to. */
export function useLeadNames({ agent, properties: listings }: Lead): Names {
  const agents = useAgents().data;
  const properties = useProperties().data;
  return useMemo(() => {
    const known = [...(properties ?? []), ...(agents ?? []), ...(listings ?? []), ...(agent ? [agent] : [])];
    return new Map(known.map(({ id, name }) => [id, name]));
  }, [agents, properties, listings, agent]);
}
