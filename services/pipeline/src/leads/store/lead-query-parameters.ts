import type { TimeRanges } from '@plotline/kit/store/lists/access-path';
import { stages as allStages, isActive, type Source, type Stage } from '../model/lead.js';
import { normalizeTags } from '../model/new-lead.js';
import type { LeadQuery } from './lead-query.js';

/** Validated query parameters that filter leads, keyed by name. */
export interface LeadFilters extends TimeRanges {
  readonly stage?: readonly Stage[];
  readonly status?: readonly (Stage | 'active' | 'closed')[];
  readonly source?: readonly Source[];
  /** Id of an agent, or `none`. */
  readonly agent_id?: string;
  readonly min_score?: number;
  readonly property_id?: string;
  readonly tags?: readonly string[];
  readonly external_id?: readonly string[] | undefined;
  /** Ids of leads. Not a query parameter. Replaces an `external_id` of merged leads. */
  readonly ids?: readonly string[];
  readonly search?: string;
  /** Country of the workspace. Not a query parameter. `search` reads national phones as people dial them there. */
  readonly country?: string;
  readonly follow_up_after?: string;
  readonly follow_up_before?: string;
  readonly stage_entered_after?: string;
}

/** Value of `agent_id` for the leads without an agent. */
const noAgent = 'none';

/** Query parameters of a list of leads. */
export interface LeadParameters extends LeadFilters {
  readonly page: number;
  readonly per_page: number;
  readonly cursor?: string;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
}

function toStages(status: Stage | 'active' | 'closed'): readonly Stage[] {
  if (status === 'active') return allStages.filter(isActive);
  return status === 'closed' ? ['won', 'lost'] : [status];
}

/** Returns the stages that match both `stage` and `status`; undefined when both are absent. */
function findStages({ stage, status }: LeadFilters): Stage[] | undefined {
  if (!stage && !status) return undefined;
  const byStatus = status?.flatMap(toStages);
  return allStages.filter((one) => (stage?.includes(one) ?? true) && (byStatus?.includes(one) ?? true));
}

/** Converts the filters to conditions. */
export function toLeadConditions<Filters extends LeadFilters>(filters: Filters) {
  const { stage: _stage, status: _status, source, agent_id, tags, external_id, ...rest } = filters;
  const stages = findStages(filters);
  return {
    ...rest,
    ...(stages && { stages }),
    ...(source && { sources: source }),
    ...(agent_id !== undefined && { agent_id: agent_id === noAgent ? null : agent_id }),
    ...(external_id && { external_ids: external_id }),
    ...(tags && { tags: normalizeTags(tags) }),
  };
}

/** Converts the parameters to a query. */
export function toLeadQuery(parameters: LeadParameters): LeadQuery {
  return { ...toLeadConditions(parameters), ...(parameters.sort === 'next_follow_up' && { has_follow_up: true }) };
}
