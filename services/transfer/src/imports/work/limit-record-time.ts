import type { FileRecord } from '../../formats/model/file-record.js';
import type { MappedRecord } from '../model/to-record.js';
import { limitTime } from './limit-time.js';

type Values = FileRecord['values'];

/** Maximum time for one record in milliseconds. More would block the process. */
const maxRecordMs = 1_000;
/** Texts up to this length take negligible time. `npm run check` verifies this for all regular expressions. */
const trustedLength = 1_000;

const tooSlow: MappedRecord = {
  record: {},
  faults: [{ field: '', message: 'takes too long to read: shorten its texts' }],
};

function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > trustedLength;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLongText);
}

/** Returns a mapper that stops mapping a record after the time limit. Then the whole row is an error. */
export function limitRecordTime(map: (values: Values) => MappedRecord, maxMs = maxRecordMs) {
  return (values: Values): MappedRecord => {
    if (!hasLongText(values)) return map(values);
    return limitTime(maxMs, () => map(values))?.result ?? tooSlow;
  };
}
