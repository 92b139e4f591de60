import type { ProblemDetail } from '@plotline/kit/errors';
import type { Budget, Source, Stage } from '../domain/lead.js';

/** The fields of a lead that a client may write. */
export interface LeadBody {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string | null;
  readonly source?: Source;
  readonly stage?: Stage;
  readonly assigned_agent?: string | null;
  readonly interested_properties?: readonly string[] | null;
  readonly budget?: Partial<Budget> | null;
  readonly timeline?: string | null;
  readonly notes?: string | null;
  readonly tags?: readonly string[] | null;
  readonly last_contacted?: string | null;
  readonly next_follow_up?: string | null;
}

/** The body of a new lead. */
export type NewLeadBody = Omit<LeadBody, 'stage'> & { readonly name: string; readonly email: string };

const timestampFields = ['last_contacted', 'next_follow_up'] as const;

/** The body with its timestamps parsed; null and undefined stay as they are. */
export function parseTimestamps<Body extends LeadBody>(body: Body) {
  const { last_contacted: contacted, next_follow_up: followUp, ...rest } = body;
  return {
    ...rest,
    ...(contacted === undefined ? {} : { last_contacted: contacted === null ? null : new Date(contacted) }),
    ...(followUp === undefined ? {} : { next_follow_up: followUp === null ? null : new Date(followUp) }),
  };
}

/** Timestamps that the contract's format allows and `Date` does not, such as leap seconds. */
export function findTimestampFaults(body: LeadBody): ProblemDetail[] {
  return timestampFields
    .filter((field) => body[field] && Number.isNaN(Date.parse(body[field])))
    .map((field) => ({ field, message: 'must be a valid date-time' }));
}

/** The fault of a budget whose bounds are in the wrong order. */
export function findBudgetFaults(budget: Partial<Budget> | null | undefined): ProblemDetail[] {
  const { min, max } = budget ?? {};
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return [];
  return [{ field: 'budget.min', message: 'must not be greater than budget.max' }];
}
