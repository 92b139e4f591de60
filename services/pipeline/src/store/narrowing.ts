import { stages as allStages, isActive, type Stage } from '../domain/lead.js';
import type { LeadQuery } from './lead-query.js';

/** An index that finds the matches of a condition, and gives them in the order of `created_at` for each value. */
export interface Narrowing {
  readonly index: string;
  /** Counts the matches with the least reading. */
  readonly countIndex: string;
  /** What the index finds by, and the values that match. */
  readonly field: string;
  readonly values: readonly (string | boolean)[];
  /** The field of the filter that the condition stands in place of. */
  readonly replaces?: string;
  /** The field holds several values: with a range of `created_at` the index does not give the order on every engine. */
  readonly isOfMany?: true;
}

function byField(field: string, values: Narrowing['values'], index = field, countIndex = index): Narrowing {
  return { index, countIndex, field, values };
}

const sameStages = (one: readonly Stage[], other: readonly Stage[]) =>
  one.length === other.length && one.every((stage) => other.includes(stage));

function byStages(stages: readonly Stage[]): Narrowing {
  for (const isClosed of [false, true]) {
    const all = allStages.filter((stage) => isActive(stage) !== isClosed);
    if (sameStages(stages, all)) return { ...byField('derived.closed', [isClosed], 'closed'), replaces: 'stage' };
  }
  return byField('stage', stages, 'stage', 'stage_count');
}

function byAgent(agentId: string, stages: readonly Stage[] | undefined): Narrowing {
  const index = stages?.length === 1 ? 'agent_stage' : 'assigned_agent';
  return byField('assigned_agent', [agentId], index, 'agent_stage_count');
}

/** The index that narrows a list most, by what usually tells most; null when the query has no such condition. */
export function narrowingOf(query: LeadQuery): Narrowing | null {
  const { property_id, tags, agent_id, stages, sources } = query;
  if (property_id !== undefined) {
    const index = 'interested_properties';
    return { ...byField(index, [property_id], index, 'interested_properties_count'), isOfMany: true };
  }
  if (tags && tags.length > 0) return { ...byField('tags', tags), isOfMany: true };
  if (agent_id !== undefined) return byAgent(agent_id, stages);
  if (stages) return byStages(stages);
  return sources && sources.length > 0 ? byField('source', sources) : null;
}
