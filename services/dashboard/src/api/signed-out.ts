import { renewCsrfToken } from './csrf-token.js';

type Resume = (token: string) => void;

/** Requests that wait for the token of a new session. */
let waiting: readonly Resume[] = [];
const listeners = new Set<() => void>();

function setWaiting(next: readonly Resume[]): void {
  waiting = next;
  for (const notify of listeners) notify();
}

/** Checks whether the session ended while the page was open, so that requests wait for a new one. */
export function isSignedOut(): boolean {
  return waiting.length > 0;
}

export function subscribeToSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Resolves to the new session's token once the person has signed in again in another tab. Keeps the unsaved input on
 * the page.
 */
export function waitForSignIn(): Promise<string> {
  return new Promise((resume) => setWaiting([...waiting, resume]));
}

/** Resumes the waiting requests if there is a session again. Returns false if there is none. */
export async function resumeAfterSignIn(): Promise<boolean> {
  const token = await renewCsrfToken();
  if (token === undefined) return false;
  const all = waiting;
  setWaiting([]);
  for (const resume of all) resume(token);
  return true;
}
