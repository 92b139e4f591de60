const attempts = 3;
const firstPauseMs = 500;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether doing it again cannot do it twice: the server gives the first answer to a repeated Idempotency-Key. */
function mayRepeat(request: Request): boolean {
  return request.headers.has('idempotency-key');
}

/** Sends a request; a change with an Idempotency-Key is repeated when the server is away. */
export async function send(request: Request): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === attempts || !mayRepeat(request);
    try {
      const response = await fetch(isLast ? request : request.clone());
      if (isLast || response.status !== 503) return response;
    } catch (error) {
      if (isLast || request.signal.aborted) throw error;
    }
    await pause(firstPauseMs * attempt);
  }
}
