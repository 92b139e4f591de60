function hasLabel(error: unknown, label: string): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'hasErrorLabel' in error &&
    typeof error.hasErrorLabel === 'function' &&
    error.hasErrorLabel(label) === true
  );
}

/** Whether the database was away or refused for a moment: the same work may succeed a little later. */
export function isTransient(error: unknown): boolean {
  if (hasLabel(error, 'TransientTransactionError') || hasLabel(error, 'UnknownTransactionCommitResult')) return true;
  return (
    error instanceof Error &&
    /^Mongo(Network|ServerSelection|NotConnected|WaitQueue|Topology|PoolClear)/.test(error.name)
  );
}
