import { Problem, type ProblemDetail } from '@plotline/kit/errors';
import type { Lead } from '../domain/lead.js';
import type { Duplicates } from '../store/duplicates.js';

/** What becomes of a lead with an email or phone that another one has. */
export type OnDuplicate = 'create' | 'reject' | 'return';

/** What a lead has in common with others: a row for each of email and phone, which names the oldest who has it. */
export function commonContact(
  { oldest }: Duplicates,
  nameOf = (id: string): string => `the lead ${id}`,
): ProblemDetail[] {
  return [...oldest].map(([key, id]) => {
    const field = key.startsWith('email:') ? 'email' : 'phone';
    return { field, message: `${nameOf(id)} has the same ${field}` };
  });
}

/** 409 that names the others, and what they have in common. */
export function knownContact(details: readonly ProblemDetail[]): Problem {
  return new Problem('CONFLICT', 'Another lead has the same email or phone.', { details });
}

/** Those who have the email or phone of the lead that is answered, without the lead itself. */
export function othersThan({ id }: Pick<Lead, 'id'>, { ids }: Duplicates): readonly string[] {
  return ids.filter((other) => other !== id);
}

/** What the answer with one lead says of others with the same email or phone. */
export function duplicatesMeta(others: readonly string[]) {
  return others.length === 0 ? undefined : { possible_duplicates: others };
}
