import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { ProblemDetail } from '../../core/errors.js';
import { isStorable } from '../../core/storable-text.js';
import { groupByRow, type RowFaults, toFaultDetails } from './faults.js';
import { type DroppedFields, isDropped } from './read-only.js';
import { findUnknownFields } from './strict.js';

/** What the contract finds wrong with a body. */
export interface BodyFaults {
  readonly faults: readonly ProblemDetail[];
  /** Faults of single rows where the operation names its rows (`x-rows`); they are not among the others. */
  readonly rowFaults: RowFaults;
}

export const noFaults: BodyFaults = { faults: [], rowFaults: new Map() };

const unstorable = 'must not contain NUL or half of a surrogate pair';

/** Texts in a body that databases do not store as they are: the answer would differ from the record. */
function findUnstorableTexts(value: unknown, path = ''): ProblemDetail[] {
  if (typeof value === 'string') {
    return isStorable(value) ? [] : [{ field: path || 'body', message: unstorable }];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => findUnstorableTexts(item, `${path}[${index}]`));
  return Object.entries(value).flatMap(([name, item]) =>
    findUnstorableTexts(item, path === '' ? name : `${path}.${name}`),
  );
}

export interface BodyCheck {
  readonly validate: ValidateFunction;
  /** Unknown fields are faults. */
  readonly isStrict: boolean;
  /** Name of the body's array whose rows are judged one by one. */
  readonly rows: string | undefined;
}

/** Validates a body in place, which removes unknown and read-only fields and applies defaults, and returns its faults. */
export function findBodyFaults(body: unknown, { validate, isStrict, rows }: BodyCheck): BodyFaults {
  const sent = isStrict ? structuredClone(body) : body;
  const dropped: DroppedFields = { readOnly: new Set() };
  const errors = validate.call(dropped, body) ? [] : (validate.errors ?? []);
  const found = toFaultDetails(errors.filter(({ instancePath }) => !isDropped(dropped, instancePath)));
  const unknown = isStrict ? findUnknownFields(sent, body, dropped.readOnly) : [];
  const faulty = new Set(found.map(({ field }) => field));
  const unstorableTexts = findUnstorableTexts(body).filter(({ field }) => !faulty.has(field));
  const all = [...found, ...unstorableTexts, ...unknown];
  return rows === undefined ? { faults: all, rowFaults: noFaults.rowFaults } : groupByRow(all, rows);
}
