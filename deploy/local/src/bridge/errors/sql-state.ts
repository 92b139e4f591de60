/** SQLSTATE codes that mean something to a client of MongoDB. */
export const sqlState = {
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  uniqueViolation: '23505',
  exclusionViolation: '23P01',
  failedTransaction: '25P02',
  queryCanceled: '57014',
  duplicateKey: 'M001C',
} as const;

/**
 * The five characters of a SQLSTATE that PostgreSQL packed into a number, six bits for each, as write errors carry it.
 * Undefined when the number cannot be one.
 */
export function unpackSqlState(code: number): string | undefined {
  if (!Number.isInteger(code) || code < 0 || code >= 2 ** 30) return undefined;
  const characters = [0, 6, 12, 18, 24].map((shift) => String.fromCharCode(((code >> shift) & 0x3f) + 0x30));
  const state = characters.join('');
  return /^[0-9A-Z]{5}$/.test(state) ? state : undefined;
}
