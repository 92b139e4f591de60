/**
 * Names of driver and mongoose errors which mean that no server was reached, the connection was lost, or the driver
 * gave up the operation. Matching by name lets the gateway, which has no database, avoid loading the driver.
 */
const transientNames = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoSystemError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoServerClosedError',
  'MongoClientClosedError',
  'MongoPoolClosedError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoWaitQueueTimeoutError',
  'MongoOperationTimeoutError',
  'MongoUnexpectedServerResponseError',
  'MongoExpiredSessionError',
  'MongoStalePrimaryError',
  'MongooseServerSelectionError',
]);

/**
 * Error labels of the driver and the server which mean that the operation may be repeated or that its outcome is
 * unknown.
 */
const transientLabels = [
  'TransientTransactionError',
  'UnknownTransactionCommitResult',
  'RetryableWriteError',
  'RetryableError',
  'SystemOverloadedError',
  'PoolRequestedRetry',
  'HandshakeError',
  'ResetPool',
];

/**
 * MongoDB error codes that the driver's specifications call retryable or resumable, and those of an overloaded server.
 */
const transientCodes: ReadonlySet<unknown> = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  43, // CursorNotFound: the cursor was lost with its server
  50, // MaxTimeMSExpired
  63, // StaleShardVersion
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  91, // ShutdownInProgress
  112, // WriteConflict
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  150, // StaleEpoch
  189, // PrimarySteppedDown
  202, // NetworkInterfaceExceededTimeLimit
  234, // RetryChangeStream
  251, // NoSuchTransaction: the transaction was lost with its server
  262, // ExceededTimeLimit
  290, // TransactionExceededLifetimeLimitSeconds
  317, // ConnectionPoolExpired
  365, // TemporarilyUnavailable
  384, // ConnectionError
  9_001, // SocketException
  10_058, // LegacyNotPrimary
  10_107, // NotWritablePrimary
  11_600, // InterruptedAtShutdown
  11_601, // Interrupted
  11_602, // InterruptedDueToReplStateChange
  13_388, // StaleConfig
  13_435, // NotPrimaryNoSecondaryOk
  13_436, // NotPrimaryOrSecondary
]);

/** Node's codes for refused or broken connections and unknown hosts. */
const networkCodes: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENOTCONN',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'ERR_SOCKET_CLOSED',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/** Returns whether an error of the driver or the server has the label. */
export function hasErrorLabel(error: unknown, label: string): boolean {
  return (
    error instanceof Error &&
    'hasErrorLabel' in error &&
    typeof error.hasErrorLabel === 'function' &&
    error.hasErrorLabel(label) === true
  );
}

/**
 * Lists the errors that an error wraps: its cause, and the error of a bulk write, which the driver stores in a
 * different field.
 */
function listWrapped(error: Error): readonly unknown[] {
  return [error.cause, 'errorResponse' in error ? error.errorResponse : undefined];
}

/** Maximum depth of nested errors, more than the driver nests. Needed because an error can contain itself. */
const maxDepth = 5;

/** Returns whether the database was only briefly unreachable or overloaded, so that the same work may succeed later. */
export function isTransient(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > maxDepth) return false;
  if (transientNames.has(error.name) || transientLabels.some((label) => hasErrorLabel(error, label))) return true;
  const code = 'code' in error ? error.code : undefined;
  if (networkCodes.has(code) || (error.name.startsWith('Mongo') && transientCodes.has(code))) return true;
  return listWrapped(error).some((wrapped) => isTransient(wrapped, depth + 1));
}
