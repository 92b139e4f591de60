import createClient from 'openapi-fetch';
import type { components, paths } from '../../gen/auth.js';

type Session = components['schemas']['Session'];

let current: { readonly token: string; readonly personId: string | undefined } = { token: '', personId: undefined };

/** Stores the session's token. Every change must send it. */
export function setCsrfToken({ csrf_token, person }: Pick<Session, 'csrf_token' | 'person'>): void {
  current = { token: csrf_token, personId: person.id };
}

let isOtherPerson = false;

/**
 * Checks whether a different person has signed in. Then the page is reloading, and its unsaved input belongs to the
 * first person.
 */
export function isSignedInAsOtherPerson(): boolean {
  return isOtherPerson;
}

export function getCsrfToken(): string {
  return current.token;
}

/** Checks whether the page has had a session since it was loaded. */
export function hadSession(): boolean {
  return current.personId !== undefined;
}

/**
 * Returns the token of the browser's current session, for example after a sign-in in another tab. Returns undefined if
 * there is no session. If a different person has signed in, reloads the page and never resolves, because the page shows
 * the first person's data.
 */
export async function renewCsrfToken(): Promise<string | undefined> {
  const { personId } = current;
  const { data, response } = await createClient<paths>({ baseUrl: window.location.origin }).GET('/auth/session');
  if (response.status === 401) return undefined;
  if (data === undefined) return current.token;
  if (personId !== undefined && data.data.person.id !== personId) {
    isOtherPerson = true;
    window.location.reload();
    return new Promise(() => undefined);
  }
  setCsrfToken(data.data);
  return data.data.csrf_token;
}
