import { countDecimals } from '@plotline/kit/core/currencies';
import type { ProblemDetail } from '@plotline/kit/core/errors';
import type { Due, PlannedInstalment } from './payment-plan.js';
import { percentPlaces, sumToWhole } from './percents.js';

/** Due time of an instalment in a request. The required fields depend on `on`, and other fields are ignored. */
export interface DueBody {
  readonly on: Due['on'];
  readonly days?: number;
  readonly date?: string;
  readonly milestone?: string;
}

/** Instalment in a request. */
export interface InstalmentBody {
  readonly label: string;
  readonly percent: number;
  readonly due: DueBody;
}

/** Required fields for each kind of due time. */
const neededFields = {
  sale: ['days'],
  date: ['date'],
  milestone: ['milestone', 'days'],
  completion: ['days'],
} as const satisfies Readonly<Record<Due['on'], readonly (keyof DueBody)[]>>;

function findDueFaults(due: DueBody, path: string): ProblemDetail[] {
  const missing = neededFields[due.on].filter((field) => due[field] === undefined);
  return missing.map((field) => ({ field: `${path}.${field}`, message: `is required when on is ${due.on}` }));
}

/**
 * Finds the errors that the contract doesn't detect: missing fields of due times, percents with too many decimal
 * places, and a wrong sum.
 */
export function findInstalmentFaults(instalments: readonly InstalmentBody[]): ProblemDetail[] {
  const faults = instalments.flatMap(({ percent, due }, place) => {
    const path = `instalments[${place}]`;
    const isTooFine = countDecimals(percent) > percentPlaces;
    const message = `must have at most ${percentPlaces} decimal places`;
    return [...(isTooFine ? [{ field: `${path}.percent`, message }] : []), ...findDueFaults(due, `${path}.due`)];
  });
  const percents = instalments.map(({ percent }) => percent);
  if (percents.some((percent) => countDecimals(percent) > percentPlaces) || sumToWhole(percents)) return faults;
  return [...faults, { field: 'instalments', message: 'must have percents that sum to exactly 100' }];
}

function readDue({ on, days = 0, date = '', milestone = '' }: DueBody): Due {
  if (on === 'date') return { on, date };
  return on === 'milestone' ? { on, milestone: milestone.trim(), days } : { on, days };
}

/** Reads instalments that have no errors. */
export function readInstalments(instalments: readonly InstalmentBody[]): PlannedInstalment[] {
  return instalments.map(({ label, percent, due }) => ({ label: label.trim(), percent, due: readDue(due) }));
}
