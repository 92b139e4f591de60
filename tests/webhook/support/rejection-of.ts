/** Returns the reason for a promise's rejection. Fails if the promise doesn't reject. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome) return outcome.error;
  throw new Error(`Resolved to ${JSON.stringify(outcome.value)} instead of a rejection.`);
}
