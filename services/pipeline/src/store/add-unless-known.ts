import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '@plotline/kit/errors';
import { isDuplicateKey } from '@plotline/kit/mongo/indexes';

const attempts = 10;

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
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      await add();
      return [];
    } catch (error) {
      if (error instanceof KnownContact) return error.ids;
      if (!isDuplicateKey(error)) throw error;
      await sleep(Math.random() * 10 * attempt);
    }
  }
  throw unavailable('The same contact is being created by many at once; try again.');
}
