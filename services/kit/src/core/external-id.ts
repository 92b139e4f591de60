import { Problem, type ProblemDetail } from './errors.js';

/** A record that may have an id from another system, unique among the records of its kind in a workspace and mode. */
export interface ExternallyIdentified {
  /** Absent, never null, on records without one, because the unique index contains only the others. */
  readonly external_id?: string | undefined;
}

/** Returns the field for a new record. */
export function toExternalId(given: string | null | undefined): ExternallyIdentified {
  return given === null || given === undefined ? {} : { external_id: given };
}

/** Returns the fault of a row whose external id belongs to another record. */
export function toExternalIdFault(holder: string): ProblemDetail {
  return { field: 'external_id', message: `belongs to ${holder}` };
}

/** Whether an error says that another record has the external id. */
export function isExternalIdInUse(error: unknown): boolean {
  return error instanceof Problem && error.reason === 'external_id_in_use';
}

/** 409: the record `id` of the same kind has the external id. */
export function externalIdInUse(id: string): Problem {
  const details = [toExternalIdFault(id)];
  return new Problem('CONFLICT', 'Another record has this external_id.', {
    reason: 'external_id_in_use',
    data: { id },
    details,
  });
}

const keyPrefix = 'external_id:';

/** Returns the external id in a form that can't collide with other keys of a record. */
export function toExternalIdKey(externalId: string): string {
  return `${keyPrefix}${externalId}`;
}

/** Whether a key is an external id, which the database keeps unique. */
export function isExternalIdKey(key: string): boolean {
  return key.startsWith(keyPrefix);
}
