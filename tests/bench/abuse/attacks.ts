import { createToken } from '@plotline/kit/core/secrets';
import type { Clients } from '../load/clients.js';

/** Targets of an attacker: the three public addresses, and keys for the attacker's own workspaces. */
export interface AttackTarget {
  readonly api: string;
  readonly auth: string;
  /** Key of a workspace on the Enterprise plan. */
  readonly largeKey: string;
  /** Key of a workspace on the Starter plan. */
  readonly smallKey: string;
}

export interface Attack {
  readonly name: string;
  /** Starts the attack. It ends with its process, which closes all connections. */
  begin(target: AttackTarget, clients: Clients): void;
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const unknownKey = () => bearer(createToken('pl_live_'));
const head = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`;
/** Body close to the maximum size. Unknown fields are ignored after parsing. */
const bigBody = JSON.stringify({ name: 'Big', unknown: Array.from({ length: 90_000 }, () => 'x'.repeat(7)) });
const form = 'grant_type=client_credentials&client_id=x&client_secret=y';
const formType = { 'content-type': 'application/x-www-form-urlencoded' };

/** Attacks. Each has a limited number of requests a second and of connections. */
export const attacks: readonly Attack[] = [
  {
    name: 'unknown keys, 300/s of one address',
    begin: ({ api }, { flood }) =>
      flood({ url: api, perSecond: 300, addresses: 1 }, () => ({ path: '/v1/leads', headers: unknownKey() })),
  },
  {
    name: 'unknown keys, 300/s of 250 addresses',
    begin: ({ api }, { flood }) =>
      flood({ url: api, perSecond: 300, addresses: 250 }, () => ({ path: '/v1/leads', headers: unknownKey() })),
  },
  {
    name: 'forms without a credential to the auth port, 300/s of 250 addresses',
    begin: ({ auth }, { flood }) =>
      flood({ url: auth, perSecond: 300, addresses: 250 }, () => {
        return { method: 'POST', path: '/oauth/token', headers: formType, body: form };
      }),
  },
  {
    name: 'preflights, 300/s of 250 addresses',
    begin: ({ api }, { flood }) =>
      flood({ url: api, perSecond: 300, addresses: 250 }, () => {
        const headers = { origin: 'https://example.com', 'access-control-request-method': 'POST' };
        return { method: 'OPTIONS', path: '/v1/leads', headers };
      }),
  },
  {
    name: 'a workspace over its limit, 300/s',
    begin: ({ api, smallKey }, { flood }) =>
      flood({ url: api, perSecond: 300, addresses: 1 }, () => ({ path: '/v1/leads', headers: bearer(smallKey) })),
  },
  {
    name: 'bodies of 0.9 MB, 8/s',
    begin: ({ api, largeKey }, { flood }) =>
      flood({ url: api, perSecond: 8, addresses: 1 }, () => {
        const headers = { ...bearer(largeKey), 'content-type': 'application/json' };
        return { method: 'POST', path: '/v1/leads', headers, body: bigBody };
      }),
  },
  {
    name: 'slow heads on 800 connections',
    begin: ({ api }, { hold }) =>
      hold(api, { connections: 800, first: 'GET /v1/leads HTTP/1.1\r\nHost: x\r\nX: ', thenEachSecond: 'x' }),
  },
  {
    name: 'slow bodies of 100 KB on 100 connections',
    begin: ({ api, largeKey }, { hold }) =>
      hold(api, {
        connections: 100,
        first: `${head([
          'POST /v1/leads HTTP/1.1',
          'Host: x',
          `Authorization: Bearer ${largeKey}`,
          'Content-Type: application/json',
          'Transfer-Encoding: chunked',
        ])}`,
        thenEachSecond: `2800\r\n${'x'.repeat(0x2800)}\r\n`,
      }),
  },
  {
    name: 'stalled forms on 800 connections to the auth port',
    begin: ({ auth }, { hold }) =>
      hold(auth, {
        connections: 800,
        first: `${head(['POST /oauth/token HTTP/1.1', 'Host: x', 'Content-Length: 60000'])}${'x'.repeat(10_000)}`,
        thenEachSecond: 'x',
      }),
  },
  {
    name: 'readers that stall in front of 10 MB, on 100 connections of 100 addresses',
    begin: ({ api }, { hold }) =>
      hold(api, {
        connections: 100,
        addresses: 100,
        first: head(['GET /openapi.json HTTP/1.1', 'Host: x']).repeat(40),
        thenEachSecond: '',
        readsNothing: true,
      }),
  },
  {
    name: 'connections, 300/s, 2,000 held',
    begin: ({ api }, { hold }) => hold(api, { connections: 2_000, first: '', thenEachSecond: '', isReopened: true }),
  },
];
