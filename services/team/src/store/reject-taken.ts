import { conflict } from '@plotline/kit/errors';
import { externalIdInUse } from '@plotline/kit/external-id';
import { findHolder } from '@plotline/kit/mongo/external-ids';
import { isDuplicateKey } from '@plotline/kit/mongo/indexes';
import type { Records } from '@plotline/kit/mongo/records';
import type { Agent } from '../domain/agent.js';

const emailTaken = 'An agent with this email already exists.';

/**
 * Resolves to the result of the work. Rejects with a CONFLICT that names the unique field, external id or email, that
 * another agent has.
 */
export async function rejectTaken<T>(records: Records<Agent>, written: readonly Agent[], work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const holder = await findHolder(records, written);
    throw holder ? externalIdInUse(holder.id) : conflict(emailTaken, 'agent_email_taken');
  }
}
