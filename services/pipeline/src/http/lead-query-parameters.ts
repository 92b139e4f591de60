import { invalid } from '@plotline/kit/errors';
import { stages as allStages, isActive, type Source, type Stage } from '../domain/lead.js';
import { normalizeTags } from '../domain/new-lead.js';
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

function toStages(status: Stage | 'active' | 'closed'): readonly Stage[] {
  if (status === 'active') return allStages.filter(isActive);
  return status === 'closed' ? ['won', 'lost'] : [status];
}

/** The stages that match both `stage` and `status`; undefined when both are absent. */
function findStages({ stage, status }: LeadParameters): Stage[] | undefined {
  if (!stage && !status) return undefined;
  const byStatus = status?.flatMap(toStages);
  return allStages.filter((one) => (stage?.includes(one) ?? true) && (byStatus?.includes(one) ?? true));
}

const endOfDayTime = 'T23:59:59.999Z';

/** A day is read as its start or, as an upper bound, as its end. */
function parseBound(field: string, text: string | undefined, endOfDay = false): Date | undefined {
  if (text === undefined) return undefined;
  const isDay = !text.includes('T') && !text.includes('t') && !text.includes(' ');
  const found = new Date(isDay && endOfDay ? `${text}${endOfDayTime}` : text);
  if (Number.isNaN(found.getTime())) throw invalid({ field, message: 'must be a valid date or date-time' });
  return found;
}

/** The query of the parameters. */
export function toLeadQuery(parameters: LeadParameters): LeadQuery {
  const { stage: _stage, status: _status, source, tags, created_after, created_before, ...rest } = parameters;
  const stages = findStages(parameters);
  const after = parseBound('created_after', created_after);
  const before = parseBound('created_before', created_before, true);
  return {
    ...rest,
    ...(stages && { stages }),
    ...(source && { sources: source }),
    ...(tags && { tags: normalizeTags(tags) }),
    ...(after && { created_after: after }),
    ...(before && { created_before: before }),
  };
}
