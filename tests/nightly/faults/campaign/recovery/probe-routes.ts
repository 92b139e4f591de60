import { setTimeout as sleep } from 'node:timers/promises';
import type { Tenant } from '../load/tenant.js';

/** Duration above which a call counts as unanswered. */
export const slowMs = 1_000;
const timeoutMs = 15_000;
const intervalMs = 400;

/** One call of a route. Times are milliseconds since the epoch. */
export interface Probe {
  readonly route: string;
  readonly sentAt: number;
  readonly endedAt: number;
  /** Null if there was no answer. */
  readonly status: number | null;
  /** Id of the record that the call created. */
  readonly recordId?: string;
}

interface Route {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: (number: number) => object;
}

const location = { address: '1 Quay', area: 'Docks', city: 'Port', country: 'Northland' };

/** One reading route and, if possible, one writing route for each service behind the gateways. */
const routes: readonly Route[] = [
  { name: 'rate limit', method: 'GET', path: '/v1/rate-limit' },
  { name: 'list leads', method: 'GET', path: '/v1/leads' },
  {
    name: 'create lead',
    method: 'POST',
    path: '/v1/leads',
    body: (number) => ({ name: `Probe ${number}`, email: `probe.${number}@example.com` }),
  },
  { name: 'list units', method: 'GET', path: '/v1/units' },
  {
    name: 'create property',
    method: 'POST',
    path: '/v1/properties',
    body: (number) => ({ name: `Probe ${number}`, type: 'villa', location }),
  },
  { name: 'list agents', method: 'GET', path: '/v1/agents' },
  { name: 'create team', method: 'POST', path: '/v1/teams', body: (number) => ({ name: `Probe ${number}` }) },
  { name: 'list webhooks', method: 'GET', path: '/v1/webhooks' },
];

let count = 0;

async function probe({ name, method, path, body }: Route, base: string, key: string): Promise<Probe> {
  count += 1;
  const sentAt = Date.now();
  try {
    const response = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body(count)) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer: unknown = await response.json();
    const recordId: unknown =
      response.status === 201 ? Reflect.get(Object(Reflect.get(Object(answer), 'data')), 'id') : null;
    const created = typeof recordId === 'string' ? { recordId } : {};
    return { route: name, sentAt, endedAt: Date.now(), status: response.status, ...created };
  } catch {
    return { route: name, sentAt, endedAt: Date.now(), status: null };
  }
}

/** Calls every route repeatedly until `isOver`, without retries and on both gateways in turn. */
export async function probeRoutes(tenant: Tenant, isOver: () => boolean): Promise<Probe[]> {
  const probes: Probe[] = [];
  const follow = async (route: Route) => {
    for (let turn = 0; !isOver(); turn += 1) {
      const target = tenant.targets[turn % tenant.targets.length];
      // Calls run independently, so that a hanging call doesn't hide the success of others.
      const pending = probe(route, target?.base ?? '', tenant.key).then((done) => probes.push(done));
      pendingProbes.push(pending);
      await sleep(intervalMs);
    }
  };
  const pendingProbes: Promise<unknown>[] = [];
  await Promise.all(routes.map(follow));
  await Promise.all(pendingProbes);
  return probes;
}
