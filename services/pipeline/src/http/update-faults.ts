import type { ProblemDetail } from '@plotline/kit/errors';
import { merge } from '@plotline/kit/merge';
import type { Lead } from '../domain/lead.js';
import { findBudgetFaults, findTimestampFaults, type LeadBody } from './lead-body.js';

/**
 * The faults of a change of the lead that the contract cannot find. `ofReferences` are those of all references in the body; references
 * that the lead has already are no faults when their record was deleted: the answer of a GET can be PUT again.
 */
export function findUpdateFaults(
  lead: Lead,
  body: LeadBody,
  ofReferences: readonly ProblemDetail[],
): readonly ProblemDetail[] {
  const { assigned_agent, interested_properties, budget } = body;
  const known = new Set(lead.interested_properties);
  const dangling = ofReferences.filter(({ field }) => {
    if (field === 'assigned_agent') return assigned_agent !== lead.assigned_agent;
    const place = /^interested_properties\[(\d+)\]$/.exec(field)?.[1];
    return place === undefined || !known.has(interested_properties?.[Number(place)] ?? '');
  });
  const merged = merge({ budget: lead.budget }, { budget });
  return [...findTimestampFaults(body), ...findBudgetFaults(merged.budget, budget), ...dangling];
}
