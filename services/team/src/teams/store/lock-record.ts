import type { WritableRecords } from '@plotline/kit/store/records/collection';
import type { Filter, Versioned } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';

/**
 * Locks one matching record until the transaction ends, by writing an extra field. The version and the entity tag don't
 * change. A concurrent transaction that writes the record gets a write conflict. Resolves to false when no record
 * matches.
 */
export function lockRecord<T extends Versioned>(
  records: WritableRecords<T>,
  filter: Filter,
  session: ClientSession,
): Promise<boolean> {
  return records.update(filter, { $inc: { 'derived.locks': 1 } }, session);
}
