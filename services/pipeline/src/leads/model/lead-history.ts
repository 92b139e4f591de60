import type { ProblemDetail } from '@plotline/kit/core/errors';
import type { Lead, Stage } from './lead.js';

/** Stage of a lead and its time of creation, in the system that the lead is imported from. */
export interface LeadHistory {
  readonly stage?: Stage | undefined;
  readonly created_at?: Date | undefined;
  /** Whether `created_at` is a day, stored as its start in UTC. */
  readonly isDay?: boolean | undefined;
}

/** Difference between the start of a day in UTC and in the easternmost time zone. */
const easternmostMs = 14 * 3_600_000;

const wonNeedsDeal: ProblemDetail = {
  field: 'stage',
  message: 'must not be won, which needs a deal: import another stage, then record the sale',
};

const hasDeal: ProblemDetail = {
  field: 'stage',
  message: 'must be won, because the lead has a deal: reopen the lead before you import another stage',
};

/** Finds the errors in the history of a new lead. */
export function findCreationFaults({ stage, created_at, isDay }: LeadHistory, now: Date): ProblemDetail[] {
  const latest = now.getTime() + (isDay ? easternmostMs : 0);
  return [
    ...(stage === 'won' ? [wonNeedsDeal] : []),
    ...(created_at && created_at.getTime() > latest
      ? [{ field: 'created_at', message: 'must not be in the future' }]
      : []),
  ];
}

/** Finds the errors in moving an existing lead to the imported stage. The lead's time of creation doesn't change. */
export function findMoveFaults(lead: Pick<Lead, 'stage' | 'deal_id'>, { stage }: LeadHistory): ProblemDetail[] {
  if (stage === undefined || stage === lead.stage) return [];
  if (stage === 'won') return [wonNeedsDeal];
  return lead.deal_id === null ? [] : [hasDeal];
}

/**
 * Returns a new lead with its history. The time at which the lead entered its stage is unknown, so the lead counts as
 * in that stage since its creation. The stage doesn't count as a contact, because response times only cover contacts
 * made in Plotline.
 */
export function applyHistory(lead: Lead, { stage = 'new', created_at: told = lead.created_at }: LeadHistory): Lead {
  const created_at = told < lead.created_at ? told : lead.created_at;
  return {
    ...lead,
    stage,
    created_at,
    stage_entered_at: created_at,
    stage_history: { new: created_at, [stage]: created_at },
  };
}
