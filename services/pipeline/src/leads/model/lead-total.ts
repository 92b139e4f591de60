import type { CountedTotal } from '../../counters/model/counted-total.js';
import { wholeWorkspace } from '../../counters/model/counter.js';
import { stages as allStages, type Source, type Stage } from './lead.js';

/** All leads of a workspace. */
export const allLeads: CountedTotal = { agent_id: wholeWorkspace, names: ['leads'] };

/** Conditions of a list, and its other parameters. */
interface Conditions {
  readonly stages?: readonly Stage[];
  readonly sources?: readonly Source[];
  readonly agent_id?: string | null;
}

/** Parameters that shape a page of a list but don't change its total. */
interface PageShape {
  readonly page?: unknown;
  readonly per_page?: unknown;
  readonly sort?: unknown;
  readonly order?: unknown;
  readonly cursor?: unknown;
  readonly country?: unknown;
}

const toNames = (kind: 'stage' | 'source', values: readonly string[]) =>
  [...new Set(values)].map((value) => `${kind}:${value}`);

/**
 * Returns the counts that add up to the total of the list. Returns null if the query has a condition that no counter
 * covers.
 */
export function toCountedTotal<Query extends Conditions & PageShape>(query: Query): CountedTotal | null {
  const { page, per_page, sort, order, cursor, country, stages, sources, agent_id, ...others } = query;
  if (Object.values(others).some((condition) => condition !== undefined)) return null;
  if (agent_id === null) return null;
  if (agent_id !== undefined) {
    const isCounted = agent_id !== wholeWorkspace && !sources;
    return isCounted ? { agent_id, names: toNames('stage', stages ?? allStages) } : null;
  }
  if (stages && sources) return null;
  if (stages) return { agent_id: wholeWorkspace, names: toNames('stage', stages) };
  return sources ? { agent_id: wholeWorkspace, names: toNames('source', sources) } : allLeads;
}
