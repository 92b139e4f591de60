import type { Filter, Versioned } from '@plotline/kit/mongo/records';
import type { WritableRecords } from '@plotline/kit/mongo/writable-records';
import type { ClientSession } from 'mongoose';

/**
 * Locks one matching record until the transaction ends, by writing a field beside its own: version and entity tag stay as
 * they are. A concurrent transaction that writes the record meets a write conflict. Resolves to false when none matches.
 */
export function lockRecord<T extends Versioned>(
  records: WritableRecords<T>,
  filter: Filter,
  session: ClientSession,
): Promise<boolean> {
  return records.update(filter, { $inc: { 'derived.locks': 1 } }, session);
}
