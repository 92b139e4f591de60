import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { components } from '../../gen/auth.js';
import { personClient, readBody } from './client.js';
import { setCsrfToken } from './csrf-token.js';
import { sessionKey } from './query-client.js';

export type Session = components['schemas']['Session'];
export type Membership = components['schemas']['Membership'];

async function readSession(): Promise<Session> {
  const { data } = await readBody(personClient.GET('/auth/session'));
  setCsrfToken(data);
  return data;
}

export const sessionQuery = queryOptions({ queryKey: sessionKey, queryFn: readSession, staleTime: 60_000 });

/** Returns the session. Use it below the root route, which has loaded it. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}
