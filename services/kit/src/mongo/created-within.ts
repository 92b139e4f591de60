import { invalid } from '../errors.js';
import type { Filter } from './collection.js';

/** Bounds of `created_at`, each a day (UTC) or a timestamp, both inclusive. */
export interface CreationRange {
  readonly created_after?: string;
  readonly created_before?: string;
}

const dayMs = 24 * 3_600_000;

function parseBound(field: string, text: string): Date {
  const bound = new Date(text);
  if (Number.isNaN(bound.getTime())) throw invalid({ field, message: 'must be a valid date or date-time' });
  return bound;
}

/** The filter for records created in the range. A day as the later bound is in it to its end. */
export function matchCreatedWithin({ created_after, created_before }: CreationRange): Filter {
  if (created_after === undefined && created_before === undefined) return {};
  const bounds: Record<string, Date> = {};
  if (created_after !== undefined) bounds['$gte'] = parseBound('created_after', created_after);
  if (created_before !== undefined) {
    const end = parseBound('created_before', created_before);
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(created_before);
    if (isDay) bounds['$lt'] = new Date(end.getTime() + dayMs);
    else bounds['$lte'] = end;
  }
  return { created_at: bounds };
}
