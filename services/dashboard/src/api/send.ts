import { renewCsrfToken } from './csrf-token.js';
import { readProblem } from './problem.js';

const attempts = 3;
const firstPauseMs = 500;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether doing it again cannot do it twice: the server gives the first answer to a repeated Idempotency-Key. */
function mayRepeat(request: Request): boolean {
  return request.headers.has('idempotency-key');
}

/** Sends a request; a change with an Idempotency-Key is repeated when the server is away. */
async function sendPatiently(request: Request): Promise<Response> {
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

/** Whether the token is not that of the session: the server has done nothing. */
async function isForeignToken(response: Response): Promise<boolean> {
  return response.status === 403 && (await readProblem(response.clone())).reason === 'csrf_token';
}

/** Sends a request; a change whose token is of a former session is repeated once, with the token of the present one. */
export async function send(request: Request): Promise<Response> {
  if (request.method === 'GET') return sendPatiently(request);
  const again = request.clone();
  const response = await sendPatiently(request);
  if (!(await isForeignToken(response))) return response;
  again.headers.set('x-csrf-token', await renewCsrfToken());
  return sendPatiently(again);
}
