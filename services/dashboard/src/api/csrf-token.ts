import createClient from 'openapi-fetch';
import type { components, paths } from '../../gen/auth.js';
import { goToSignIn } from './sign-in.js';

type Session = components['schemas']['Session'];

let current: { readonly token: string; readonly personId: string | undefined } = { token: '', personId: undefined };

/** Keeps the token of the session, which every change carries. */
export function keepCsrfToken({ csrf_token, person }: Pick<Session, 'csrf_token' | 'person'>): void {
  current = { token: csrf_token, personId: person.id };
}

export function getCsrfToken(): string {
  return current.token;
}

/**
 * The token of the session that the browser has now, after a sign-in in another tab. Without a session it leads to signing in; when
 * somebody else has signed in, the page is loaded anew, as what it shows is not theirs: then it never resolves.
 */
export async function renewCsrfToken(): Promise<string> {
  const { personId } = current;
  const { data, response } = await createClient<paths>({ baseUrl: window.location.origin }).GET('/auth/session');
  if (response.status === 401) return goToSignIn();
  if (data === undefined) return current.token;
  if (personId !== undefined && data.data.person.id !== personId) {
    window.location.reload();
    return new Promise(() => undefined);
  }
  keepCsrfToken(data.data);
  return data.data.csrf_token;
}
