import { conflict } from '@plotline/kit/core/errors';
import { externalIdInUse } from '@plotline/kit/core/ids';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import { findHolder } from '@plotline/kit/store/records/external-ids';
import type { Records } from '@plotline/kit/store/records/records';
import type { Agent } from '../model/agent.js';

const emailTaken = 'An agent with this email already exists.';

/**
 * Resolves to the result of the work. When another agent has the external id or the email address, rejects with a
 * CONFLICT about this field.
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
