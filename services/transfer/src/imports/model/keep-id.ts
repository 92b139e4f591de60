import type { MappedRecord } from './to-record.js';

/** Id of a record of this product, as an export has it. Ids of other systems are no use here. */
const ownId = /^(?:lead|unit|prop)_[0-9a-z]{1,60}$/;

/**
 * Keeps the id of a file's record beside the mapped fields. When several records have the email or name of the row, an
 * upsert then changes the one that was exported.
 */
export function keepId<Values extends Readonly<Record<string, unknown>>>(
  map: (values: Values) => MappedRecord,
): (values: Values) => MappedRecord {
  return (values) => {
    const mapped = map(values);
    const { id } = values;
    return typeof id === 'string' && ownId.test(id) ? { ...mapped, record: { ...mapped.record, id } } : mapped;
  };
}
