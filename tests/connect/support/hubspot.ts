import { createFakeHubSpot } from '@plotline/connect/providers/hubspot/model/fake-hubspot';
import nock from 'nock';
import { rememberSecret } from '../../support/secrets/given-secrets.js';

/** Tokens of private apps by mode. The fake treats a token that contains `test` as one of a test account. */
export const hubspotTokens = {
  live: `pat-eu1-${'a'.repeat(30)}live`,
  sandbox: `pat-eu1-${'a'.repeat(30)}test`,
} as const;

for (const secret of Object.values(hubspotTokens)) rememberSecret(secret, 'key of a vendor');

/** Fault of a request: an error response, or no response, before or after the request takes effect. */
export type HubSpotFault =
  | 'silent_before'
  | 'silent_after'
  | { readonly status: number; readonly body?: object; readonly headers?: Record<string, string> };

interface PlannedFault {
  readonly matches: RegExp;
  readonly fault: HubSpotFault;
  times: number;
}

/** HubSpot's API, with contacts and deals that outlive the service's process. */
export interface TestHubSpot {
  /** Requests in order, such as `POST /crm/v3/objects/contacts`. */
  readonly requests: string[];
  list(
    type: 'contacts' | 'deals',
    token?: string,
  ): readonly { readonly properties: Readonly<Record<string, string>> }[];
  /** Plans a fault for requests whose method and path match. */
  fail(matches: RegExp, fault: HubSpotFault, times?: number): void;
  /** Refuses every request with this token. */
  revoke(token: string): void;
  restore(token: string): void;
  stop(): void;
}

/** Starts a stand-in for HubSpot. nock routes api.hubapi.com to it. */
export function startHubSpot(): TestHubSpot {
  const fake = createFakeHubSpot();
  const requests: string[] = [];
  const planned: PlannedFault[] = [];
  const revoked = new Set<string>();
  const scope = nock('https://api.hubapi.com').persist();
  const unauthorized = { status: 'error', category: 'INVALID_AUTHENTICATION', message: 'Authentication is invalid.' };
  type Answered = readonly [number, object, Record<string, string>];

  function takeFault(line: string): HubSpotFault | undefined {
    const plan = planned.find((one) => one.times > 0 && one.matches.test(line));
    if (plan) plan.times -= 1;
    return plan?.fault;
  }

  /** Returns the response, or null for no response. */
  function answer(request: Parameters<typeof fake>[0]): Answered | null {
    const line = `${request.method} ${request.path}`;
    requests.push(line);
    if (revoked.has((request.headers['authorization'] ?? '').replace('Bearer ', ''))) return [401, unauthorized, {}];
    const fault = takeFault(line);
    if (typeof fault === 'object') return [fault.status, fault.body ?? {}, fault.headers ?? {}];
    if (fault === 'silent_before') return null;
    const { status, body } = fake(request);
    return fault === 'silent_after' ? null : [status, body, { 'x-hubspot-correlation-id': 'corr-1' }];
  }

  for (const method of ['GET', 'POST', 'PATCH'] as const) {
    scope.intercept(/.*/, method).reply(function reply(path, body, done) {
      const headers = Object.fromEntries(
        Object.entries(this.req.headers).map(([name, value]) => [name, String(value)]),
      );
      const sent = typeof body === 'string' ? body : JSON.stringify(body);
      const answered = answer({ method, host: 'api.hubapi.com', path, headers, body: sent || null, pagesUrl: '' });
      if (answered) done(null, [...answered]);
      else done(new Error('no answer'), [0]);
    });
  }
  return {
    requests,
    list: (type, token = hubspotTokens.live) => fake.list(token, type),
    fail: (matches, fault, times = 1) => {
      planned.push({ matches, fault, times });
    },
    revoke: (token) => void revoked.add(token),
    restore: (token) => void revoked.delete(token),
    stop: () => nock.cleanAll(),
  };
}

/** Body of a request to create a connection to HubSpot. */
export function toHubSpotBody(mode: keyof typeof hubspotTokens = 'live', change: object = {}) {
  return { provider: 'hubspot', name: 'HubSpot Dubai', credentials: { access_token: hubspotTokens[mode] }, ...change };
}
