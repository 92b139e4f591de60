import { Problem } from '@plotline/kit/core/errors';
import type { Lead, MergedLead } from './lead.js';

const dayMs = 24 * 3_600_000;

/** Time for which the id and the external id of a merged lead refer to the survivor. */
const knownMs = 30 * dayMs;

/** Returns the leads that were recently merged into this one. Ignores older merges. */
export function getKnownMerges({ merged_leads = [] }: Pick<Lead, 'merged_leads'>, now: Date): readonly MergedLead[] {
  return merged_leads.filter(({ at }) => now.getTime() - at.getTime() < knownMs);
}

/** Returns the lead without expired merges. Returns the same lead if no merge has expired. */
export function dropUnknownMerges<L extends Pick<Lead, 'merged_leads'>>(lead: L, now: Date): L {
  const known = getKnownMerges(lead, now);
  return known.length === (lead.merged_leads?.length ?? 0) ? lead : { ...lead, merged_leads: known };
}

/** Returns whether the lead was recently merged into the survivor. */
export function hasMerged(survivor: Lead, leadId: string, now: Date): boolean {
  return getKnownMerges(survivor, now).some(({ id }) => id === leadId);
}

/** Creates the 404 error for a lead that was merged into another one. */
export function leadMerged(survivorId: string): Problem {
  const message = `The lead was merged into the lead ${survivorId}.`;
  return new Problem('NOT_FOUND', message, { reason: 'lead_merged', data: { merged_into: survivorId } });
}
