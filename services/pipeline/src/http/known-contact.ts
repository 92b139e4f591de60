import { Problem, type ProblemDetail } from '@plotline/kit/errors';
import type { Lead } from '../domain/lead.js';
import { contactKeys } from '../store/duplicates.js';

/** What becomes of a lead with an email or phone that another one has. */
export type OnDuplicate = 'create' | 'reject' | 'return';

/** What a lead has in common with another one: a row for each of email and phone. */
export function commonContact(lead: Lead, other: Lead): ProblemDetail[] {
  const keys = new Set(contactKeys(other));
  return contactKeys(lead)
    .filter((key) => keys.has(key))
    .map((key) => {
      const field = key.startsWith('email:') ? 'email' : 'phone';
      return { field, message: `the lead ${other.id} has the same ${field}` };
    });
}

/** 409 that names the other lead, and what it has in common. */
export function knownContact(details: readonly ProblemDetail[]): Problem {
  return new Problem('CONFLICT', 'Another lead has the same email or phone.', { details });
}
