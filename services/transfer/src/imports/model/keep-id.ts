import type { MappedRecord } from './to-record.js';

/** Matches ids of Plotline's records, as in an export. Ids of other systems are ignored. */
const ownId = /^(?:lead|unit|prop)_[0-9a-z]{1,60}$/;

/**
 * Keeps the id of a file's record in addition to the mapped fields. If several records have the email or name of the
 * row, an upsert then changes the record that was exported.
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
