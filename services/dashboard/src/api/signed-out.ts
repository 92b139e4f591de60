import { renewCsrfToken } from './csrf-token.js';

type GoOn = (token: string) => void;

/** What goes on by the token of another session, once there is one. */
let waiting: readonly GoOn[] = [];
const watchers = new Set<() => void>();

function setWaiting(next: readonly GoOn[]): void {
  waiting = next;
  for (const tell of watchers) tell();
}

/** Whether the session ended while the page was open, which waits for another one. */
export function isSignedOut(): boolean {
  return waiting.length > 0;
}

export function watchSignedOut(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

/** The token of another session, once the person has signed in again in another tab. What they have written stays on the page. */
export function waitForSignIn(): Promise<string> {
  return new Promise((goOn) => setWaiting([...waiting, goOn]));
}

/** Goes on with what waits when there is a session again; false when there is none. */
export async function goOnWhenSignedIn(): Promise<boolean> {
  const token = await renewCsrfToken();
  if (token === undefined) return false;
  const all = waiting;
  setWaiting([]);
  for (const goOn of all) goOn(token);
  return true;
}
