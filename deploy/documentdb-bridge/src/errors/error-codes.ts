/** SQLSTATE codes that matter to a MongoDB client. */
const sqlState = {
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  uniqueViolation: '23505',
  exclusionViolation: '23P01',
  failedTransaction: '25P02',
  queryCanceled: '57014',
  duplicateKey: 'M001C',
} as const;

/**
 * Unpacks the five characters of a SQLSTATE from a write error's number, which has six bits for each. Returns undefined
 * for a number that can't be a SQLSTATE.
 */
export function unpackSqlState(code: number): string | undefined {
  if (!Number.isInteger(code) || code < 0 || code >= 2 ** 30) return undefined;
  const characters = [0, 6, 12, 18, 24].map((shift) => String.fromCharCode(((code >> shift) & 0x3f) + 0x30));
  const state = characters.join('');
  return /^[0-9A-Z]{5}$/.test(state) ? state : undefined;
}

/** Number and name of a MongoDB error. */
export interface ErrorCode {
  readonly code: number;
  readonly name: string;
}

const define = (code: number, name: string): ErrorCode => ({ code, name });

export const errorCodes = {
  internalError: define(1, 'InternalError'),
  badValue: define(2, 'BadValue'),
  hostUnreachable: define(6, 'HostUnreachable'),
  unknownError: define(8, 'UnknownError'),
  cursorNotFound: define(43, 'CursorNotFound'),
  maxTimeExpired: define(50, 'MaxTimeMSExpired'),
  commandNotFound: define(59, 'CommandNotFound'),
  invalidOptions: define(72, 'InvalidOptions'),
  writeConflict: define(112, 'WriteConflict'),
  commandNotSupported: define(115, 'CommandNotSupported'),
  transactionTooOld: define(225, 'TransactionTooOld'),
  snapshotTooOld: define(239, 'SnapshotTooOld'),
  noSuchTransaction: define(251, 'NoSuchTransaction'),
  notSupportedInTransaction: define(263, 'OperationNotSupportedInTransaction'),
  temporarilyUnavailable: define(365, 'TemporarilyUnavailable'),
  socketException: define(9001, 'SocketException'),
  duplicateKey: define(11_000, 'DuplicateKey'),
  negativeNumber: define(51_024, 'Location51024'),
  emptyProjection: define(51_272, 'Location51272'),
} as const;

/** MongoDB's errors by the SQLSTATE that PostgreSQL or DocumentDB reports. DocumentDB's own codes begin with M. */
const byState: Readonly<Record<string, ErrorCode>> = {
  [sqlState.serializationFailure]: errorCodes.writeConflict,
  [sqlState.deadlockDetected]: errorCodes.writeConflict,
  [sqlState.uniqueViolation]: errorCodes.duplicateKey,
  [sqlState.exclusionViolation]: errorCodes.duplicateKey,
  [sqlState.failedTransaction]: errorCodes.noSuchTransaction,
  [sqlState.queryCanceled]: errorCodes.maxTimeExpired,
  '42P01': define(26, 'NamespaceNotFound'),
  '53100': define(14_031, 'OutOfDiskSpace'),
  '0A000': errorCodes.commandNotSupported,
  M0000: errorCodes.internalError,
  M0001: errorCodes.badValue,
  M0003: define(9, 'FailedToParse'),
  M0004: define(14, 'TypeMismatch'),
  M0005: define(15, 'Overflow'),
  M0006: define(20, 'IllegalOperation'),
  M0008: define(26, 'NamespaceNotFound'),
  M0009: define(27, 'IndexNotFound'),
  M000A: define(28, 'PathNotViable'),
  M000D: define(40, 'ConflictingUpdateOperators'),
  M000E: errorCodes.cursorNotFound,
  M000F: define(48, 'NamespaceExists'),
  M000G: define(52, 'DollarPrefixedFieldName'),
  M000I: define(54, 'NotSingleValueField'),
  M000J: define(56, 'EmptyFieldName'),
  M000M: define(66, 'ImmutableField'),
  M000N: define(67, 'CannotCreateIndex'),
  M000O: define(68, 'IndexAlreadyExists'),
  M000P: errorCodes.invalidOptions,
  M000Q: define(73, 'InvalidNamespace'),
  M000R: define(85, 'IndexOptionsConflict'),
  M000S: define(86, 'IndexKeySpecsConflict'),
  M000U: errorCodes.commandNotSupported,
  M000W: define(146, 'ExceededMemoryLimit'),
  M0012: define(197, 'InvalidIndexSpecificationOption'),
  M0015: define(241, 'ConversionFailure'),
  M0016: errorCodes.notSupportedInTransaction,
  M0018: define(291, 'UnableToFindIndex'),
  M001B: define(10_334, 'BSONObjectTooLarge'),
  [sqlState.duplicateKey]: errorCodes.duplicateKey,
  M007U: define(40_324, 'Location40324'),
  M0088: define(40_415, 'Location40415'),
  M00CO: define(121, 'DocumentValidationFailure'),
  M00EL: define(143, 'CursorInUse'),
};

export function toErrorCode(state: string | undefined): ErrorCode {
  return (state === undefined ? undefined : byState[state]) ?? errorCodes.unknownError;
}
