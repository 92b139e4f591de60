import { hasHadSession, renewCsrfToken } from './csrf-token.js';
import { readProblem } from './problem.js';
import { goToSignIn } from './sign-in.js';
import { waitForSignIn } from './signed-out.js';

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

type Refusal = 'foreign token' | 'signed out';

/** Why the server has done nothing, when that is because of the session. */
async function findRefusal({ method }: Request, response: Response): Promise<Refusal | undefined> {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const { code, reason } = await readProblem(response.clone());
  if (response.status === 403) return reason === 'csrf_token' ? 'foreign token' : undefined;
  // A change that is refused for a reason, such as a wrong password, has a session.
  return code === 'UNAUTHORIZED' && (method === 'GET' || reason === undefined) ? 'signed out' : undefined;
}

/**
 * Sends a request. When the session has ended, it is sent again once the person has signed in again, and a page that has had none
 * leads to signing in. A change whose token is of a former session is repeated once, with the token of the present one.
 */
export async function send(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await sendPatiently(request);
  const refusal = await findRefusal(again, response);
  if (refusal === undefined) return response;
  if (!hasHadSession()) return goToSignIn();
  const renewed = refusal === 'foreign token' ? await renewCsrfToken() : undefined;
  const token = renewed ?? (await waitForSignIn());
  if (again.method !== 'GET') again.headers.set('x-csrf-token', token);
  return refusal === 'foreign token' ? sendPatiently(again) : send(again);
}
