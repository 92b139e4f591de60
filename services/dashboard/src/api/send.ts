import { hadSession, renewCsrfToken } from './csrf-token.js';
import { readProblem } from './problem.js';
import { goToSignIn } from './sign-in.js';
import { waitForSignIn } from './signed-out.js';

const attempts = 3;
const firstPauseMs = 500;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The server replays the first response to a repeated Idempotency-Key, so the change can't happen twice. */
function isSafeToRepeat(request: Request): boolean {
  return request.headers.has('idempotency-key');
}

/** Sends a request. If it has an Idempotency-Key, retries it while the server is unavailable. */
async function sendWithRetries(request: Request): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === attempts || !isSafeToRepeat(request);
    try {
      const response = await fetch(isLast ? request : request.clone());
      if (isLast || response.status !== 503) return response;
    } catch (error) {
      if (isLast || request.signal.aborted) throw error;
    }
    await pause(firstPauseMs * attempt);
  }
}

type SessionProblem = 'stale token' | 'signed out';

/** Returns the problem if the server rejected the request because of the session. */
async function findSessionProblem({ method }: Request, response: Response): Promise<SessionProblem | undefined> {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const { code, reason } = await readProblem(response.clone());
  if (response.status === 403) return reason === 'csrf_token' ? 'stale token' : undefined;
  // If a change is rejected with a reason, such as a wrong password, the session is valid.
  return code === 'UNAUTHORIZED' && (method === 'GET' || reason === undefined) ? 'signed out' : undefined;
}

/**
 * Sends a request. If the session has ended, waits until the person has signed in again and then repeats the request. A
 * page that never had a session goes to the sign-in page. A change with an earlier session's token is repeated once
 * with the current token.
 */
export async function send(request: Request): Promise<Response> {
  const copy = request.clone();
  const response = await sendWithRetries(request);
  const problem = await findSessionProblem(copy, response);
  if (problem === undefined) return response;
  if (!hadSession()) return goToSignIn();
  const renewed = problem === 'stale token' ? await renewCsrfToken() : undefined;
  const token = renewed ?? (await waitForSignIn());
  if (copy.method !== 'GET') copy.headers.set('x-csrf-token', token);
  return problem === 'stale token' ? sendWithRetries(copy) : send(copy);
}
