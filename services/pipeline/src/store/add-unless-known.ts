import { unavailable } from '@plotline/kit/errors';
import { isDuplicateKey } from '@plotline/kit/mongo/indexes';
import { retryOnConflict } from '@plotline/kit/mongo/retry-on-conflict';

const maxAttempts = 10;
const exhausted = () => unavailable('The same contact is being created by many at once; try again.');

/** Undoes a transaction that was to create a lead whose email or phone others have. */
export class KnownContact extends Error {
  readonly ids: readonly string[];

  constructor(ids: readonly string[]) {
    super('Another lead has this email or phone.');
    this.ids = ids;
  }
}

/**
 * Runs a transaction that claims a contact; resolves to the ids of those who have it, none when it went through. Two that
 * make the first claim at once may meet as a duplicate key instead of a conflict, which the driver does not repeat.
 */
export async function addUnlessKnown(add: () => Promise<void>): Promise<readonly string[]> {
  try {
    await retryOnConflict(add, { maxAttempts, isConflict: isDuplicateKey, exhausted });
    return [];
  } catch (error) {
    if (error instanceof KnownContact) return error.ids;
    throw error;
  }
}
