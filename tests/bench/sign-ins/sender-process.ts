import { serveLoad } from '../load/load-process.js';

/** Sign-ins by many people. */
export interface SignIns {
  /** Address of the authorization server. */
  readonly url: string;
  readonly perSecond: number;
  /** Number of client addresses that the sign-ins come from. */
  readonly addresses: number;
  readonly people: readonly { readonly email: string; readonly password: string }[];
}

serveLoad<SignIns>(({ url, perSecond, addresses, people }, { flood }) => {
  const headers = { 'content-type': 'application/json', prefer: 'return=token' };
  let next = 0;
  flood({ url, perSecond, addresses }, () => {
    const person = people[next % people.length];
    next += 1;
    return { method: 'POST', path: '/auth/session', headers, body: JSON.stringify(person) };
  });
});
