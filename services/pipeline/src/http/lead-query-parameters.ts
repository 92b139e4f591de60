import { invalid } from '@plotline/kit/errors';
import { stages as allStages, isActive, type Source, type Stage } from '../domain/lead.js';
import { tidyTags } from '../domain/new-lead.js';
import type { LeadQuery } from '../store/lead-query.js';

/** The query parameters of a list of leads, as the contract validated them. */
export interface LeadParameters {
  readonly page: number;
  readonly per_page: number;
  readonly cursor?: string;
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  readonly stage?: readonly Stage[];
  readonly status?: readonly (Stage | 'active' | 'closed')[];
  readonly source?: readonly Source[];
  readonly agent_id?: string;
  readonly min_score?: number;
  readonly property_id?: string;
  readonly tags?: readonly string[];
  readonly created_after?: string;
  readonly created_before?: string;
  readonly search?: string;
}

function stagesOf(status: Stage | 'active' | 'closed'): readonly Stage[] {
  if (status === 'active') return allStages.filter(isActive);
  return status === 'closed' ? ['won', 'lost'] : [status];
}

/** The stages that both parameters allow; undefined when neither is there. */
function allowedStages({ stage, status }: LeadParameters): Stage[] | undefined {
  if (!stage && !status) return undefined;
  const byStatus = status?.flatMap(stagesOf);
  return allStages.filter((one) => (stage?.includes(one) ?? true) && (byStatus?.includes(one) ?? true));
}

const lastOfDay = 'T23:59:59.999Z';

/** A day means its beginning or, as an upper bound, its end. */
function instant(field: string, text: string | undefined, endOfDay = false): Date | undefined {
  if (text === undefined) return undefined;
  const isDay = !text.includes('T') && !text.includes('t') && !text.includes(' ');
  const found = new Date(isDay && endOfDay ? `${text}${lastOfDay}` : text);
  if (Number.isNaN(found.getTime())) throw invalid({ field, message: 'must be a valid date or date-time' });
  return found;
}

/** What the parameters ask for. */
export function leadQuery(parameters: LeadParameters): LeadQuery {
  const { stage: _stage, status: _status, source, tags, created_after, created_before, ...rest } = parameters;
  const stages = allowedStages(parameters);
  const after = instant('created_after', created_after);
  const before = instant('created_before', created_before, true);
  return {
    ...rest,
    ...(stages && { stages }),
    ...(source && { sources: source }),
    ...(tags && { tags: tidyTags(tags) }),
    ...(after && { created_after: after }),
    ...(before && { created_before: before }),
  };
}
