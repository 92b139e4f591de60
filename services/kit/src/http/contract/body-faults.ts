import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { ProblemDetail } from '../../core/errors.js';
import { isStorable } from '../../core/normalize-text.js';
import { findUnknownFields, groupByRow, type RowFaults, toFaultDetails } from './faults.js';
import { type DroppedFields, isDropped } from './read-only.js';

/** Errors that the contract finds in a body. */
export interface BodyFaults {
  readonly faults: readonly ProblemDetail[];
  /** Errors in single rows, if the operation names its rows (`x-rows`). `faults` doesn't contain them. */
  readonly rowFaults: RowFaults;
}

export const noFaults: BodyFaults = { faults: [], rowFaults: new Map() };

const unstorable = 'must not contain NUL or half of a surrogate pair';

/**
 * Finds texts in a body that databases would change when they store them. The response would then differ from the
 * record.
 */
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
  /** Whether unknown fields are errors. */
  readonly isStrict: boolean;
  /** Name of the body's array whose rows are validated one by one. */
  readonly rows: string | undefined;
}

/** Validates a body in place and returns its errors. Removes unknown and read-only fields and applies defaults. */
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
