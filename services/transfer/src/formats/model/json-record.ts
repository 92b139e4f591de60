import { isJsonObject } from '@plotline/kit/core/json-object';
import { type FileRecord, fileLimits } from './file-record.js';

function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isNestedDeeper(item, levels - 1));
}

/** Text of one record. Null if it exceeds the maximum length of a record. */
export type RecordText = string | null;

/** Parses the text of one record. `place` is the part of the error message that says where each record must be. */
export function parseJsonRecord(text: RecordText, place: string): Omit<FileRecord, 'number'> {
  if (text === null) return { values: {}, fault: `is longer than ${fileLimits.recordLength} characters` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { values: {}, fault: `is not valid JSON; ${place} has one JSON object` };
  }
  if (!isJsonObject(value)) return { values: {}, fault: 'must be a JSON object' };
  if (isNestedDeeper(value, fileLimits.depth)) {
    return { values: {}, fault: `is nested deeper than ${fileLimits.depth} levels` };
  }
  return { values: value };
}
