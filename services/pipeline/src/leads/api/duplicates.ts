import type { Caller } from '@plotline/kit/core/caller';
import { Problem, type ProblemDetail, unavailable } from '@plotline/kit/core/errors';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import type { Duplicates } from '../model/duplicates.js';
import type { Lead } from '../model/lead.js';
import { toLeadJson } from '../model/lead-json.js';

/** Describes which of the external id, email and phone belong to other leads. Names the oldest lead for each. */
export function describeSharedContact(
  { oldest }: Duplicates,
  nameLead = (id: string): string => `the lead ${id}`,
): ProblemDetail[] {
  return [...oldest].map(([key, id]) => {
    const field = key.slice(0, key.indexOf(':'));
    return { field, message: `${nameLead(id)} has the same ${field}` };
  });
}

/** Creates the 409 error for a lead that shares its email or phone with the leads of these ids. */
export function createDuplicateProblem(details: readonly ProblemDetail[], lead_ids: readonly string[]): Problem {
  const message = 'Another lead has the same email or phone.';
  return new Problem('CONFLICT', message, { reason: 'duplicate_contact', data: { lead_ids }, details });
}

/**
 * Renders the lead that is returned instead of a duplicate. A caller that may create leads but not read them gets only
 * the id.
 */
export function toFoundLeadJson(lead: Lead, { scopes }: Pick<Caller, 'scopes'>) {
  const mayRead = scopes.includes('read:leads') || scopes.includes('admin');
  return mayRead ? toLeadJson(lead) : { id: lead.id };
}

/** Returns the ids of the duplicates, except that of the given lead. */
export function excludeLead({ id }: Pick<Lead, 'id'>, { ids }: Duplicates): readonly string[] {
  return ids.filter((other) => other !== id);
}

/** Creates the `meta` of a response with one lead. */
export function toDuplicatesMeta(ids: readonly string[]) {
  return ids.length === 0 ? undefined : { possible_duplicates: ids };
}

/**
 * Repeats a duplicate check and the following insert. The two are not atomic. An attempt throws VersionConflict if
 * another request created or erased a duplicate between them.
 */
export function retryDuplicateCheck<T>(attempt: () => Promise<T>): Promise<T> {
  return retryOnConflict(attempt, {
    maxAttempts: 5,
    exhausted: () =>
      unavailable('Too many requests are creating or deleting leads with the same email or phone. Try again.'),
  });
}
