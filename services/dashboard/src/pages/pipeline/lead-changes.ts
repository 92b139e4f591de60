import type { Lead } from './lead-query.js';

/** The fields that people change on a lead's page, in the order in which they are told. */
export const leadFields = [
  'name',
  'email',
  'phone',
  'stage',
  'source',
  'assigned_agent',
  'budget',
  'timeline',
  'next_follow_up',
  'interested_properties',
  'tags',
  'notes',
] as const satisfies readonly (keyof Lead)[];

export type LeadField = (typeof leadFields)[number];
/** New values of some fields. */
export type LeadChanges = Partial<Pick<Lead, LeadField>>;

/** A budget that says nothing is none. */
function normalize(value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && Object.values(value).every((one) => one === null) ? null : value;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(normalize(one)) === JSON.stringify(normalize(other));
}

/** The fields in which a lead differs from an earlier version of it. */
export function findChangedFields(before: Lead, after: LeadChanges): LeadField[] {
  return leadFields.filter((field) => after[field] !== undefined && !isSame(before[field], after[field]));
}

/** The given fields alone. */
export function pickFields(changes: LeadChanges, fields: readonly LeadField[]): LeadChanges {
  return Object.fromEntries(fields.map((field) => [field, changes[field]]));
}

/** What two people have changed since the version that both saw. */
export interface Overlap {
  /** Changed by both, to different values: somebody has to choose. */
  readonly disputed: readonly LeadField[];
  /** Changed by the other alone. */
  readonly theirs: readonly LeadField[];
}

export function findOverlap(base: Lead, mine: LeadChanges, current: Lead): Overlap {
  const changed = findChangedFields(base, current);
  const own = new Set(findChangedFields(base, mine));
  const differing = new Set(findChangedFields(current, mine));
  return {
    disputed: changed.filter((field) => own.has(field) && differing.has(field)),
    theirs: changed.filter((field) => !own.has(field)),
  };
}
