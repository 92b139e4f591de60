import createClient from 'openapi-fetch';
import type { components, paths } from '../../gen/auth.js';

type Session = components['schemas']['Session'];

let current: { readonly token: string; readonly personId: string | undefined } = { token: '', personId: undefined };

/** Keeps the token of the session, which every change carries. */
export function keepCsrfToken({ csrf_token, person }: Pick<Session, 'csrf_token' | 'person'>): void {
  current = { token: csrf_token, personId: person.id };
}

let isForeign = false;

/** Whether somebody else has signed in, for whom the page is loaded anew: nothing that is written on it is theirs. */
export function isOfSomebodyElse(): boolean {
  return isForeign;
}

export function getCsrfToken(): string {
  return current.token;
}

/** Whether the page has been somebody's since it was loaded. */
export function hasHadSession(): boolean {
  return current.personId !== undefined;
}

/**
 * The token of the session that the browser has now, after a sign-in in another tab; undefined without a session. When somebody else
 * has signed in, the page is loaded anew, as what it shows is not theirs: then it never resolves.
 */
export async function renewCsrfToken(): Promise<string | undefined> {
  const { personId } = current;
  const { data, response } = await createClient<paths>({ baseUrl: window.location.origin }).GET('/auth/session');
  if (response.status === 401) return undefined;
  if (data === undefined) return current.token;
  if (personId !== undefined && data.data.person.id !== personId) {
    isForeign = true;
    window.location.reload();
    return new Promise(() => undefined);
  }
  keepCsrfToken(data.data);
  return data.data.csrf_token;
}
