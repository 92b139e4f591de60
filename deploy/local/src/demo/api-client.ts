import { randomUUID } from 'node:crypto';
import { type Caller, callerHeader, defaultPlace, type Mode, signCaller } from '@plotline/kit/core/caller';
import { type CallerKeys, createCallerKeys } from '@plotline/kit/core/caller-keys';
import { parsePublicKeys } from '@plotline/kit/service/config';
import type { OperatorKeys, ServiceName, SystemAddresses } from '../supervise/running-system.js';

const budgetMs = 20_000;

export interface CreatedRecord {
  readonly id: string;
}

/** Creates the caller for the launcher's own work in one workspace. */
export function createDemoCaller(workspaceId: string, mode: Mode): Caller {
  return {
    workspaceId,
    mode,
    actor: { type: 'system', id: 'demo', name: 'Demo data' },
    scopes: ['admin'],
    plan: '',
    currency: 'USD',
    ...defaultPlace,
    requestId: `demo-${randomUUID()}`,
    deadline: Date.now() + budgetMs,
  };
}

/** Keys with which the launcher signs its calls. */
export function createOperatorKeys({ CALLER_KEY, CALLER_PUBLIC_KEYS }: OperatorKeys): CallerKeys {
  return createCallerKeys({ key: CALLER_KEY, publicKeys: parsePublicKeys(CALLER_PUBLIC_KEYS) });
}

function isRecord(value: unknown): value is CreatedRecord {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}

/**
 * Calls the services directly, because the gateway would count the calls against the workspace's limits. Each POST has
 * an Idempotency-Key, so that an interrupted seeding continues where it stopped.
 */
export class ServiceClient {
  readonly #system: SystemAddresses;
  readonly #callerKeys: CallerKeys;
  readonly #workspaceId: string;
  readonly #mode: Mode;

  constructor(system: SystemAddresses, workspaceId: string, mode: Mode) {
    this.#system = system;
    this.#callerKeys = createOperatorKeys(system.operator);
    this.#workspaceId = workspaceId;
    this.#mode = mode;
  }

  async #send(
    method: 'GET' | 'POST' | 'PUT',
    service: ServiceName,
    path: string,
    step: string,
    body?: unknown,
  ): Promise<unknown> {
    const { httpUrl } = this.#system.services[service];
    const caller = createDemoCaller(this.#workspaceId, this.#mode);
    const target = { service, method, path };
    const response = await fetch(httpUrl + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(method === 'POST' ? { 'idempotency-key': `demo ${step}` } : {}),
        [callerHeader]: signCaller(caller, target, this.#callerKeys),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(budgetMs),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${step}: ${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
    return JSON.parse(text);
  }

  /**
   * Posts and resolves to the created record. `step` identifies the call. A repeated seeding must use the same `step`.
   */
  async record(service: ServiceName, path: string, step: string, body: unknown): Promise<CreatedRecord> {
    const answer = await this.#send('POST', service, path, step, body);
    if (!isRecord(answer)) throw new Error(`${step}: POST ${path} returned no record`);
    return answer;
  }

  /** Posts and resolves to the created records, in order. */
  async records(service: ServiceName, path: string, step: string, body: unknown): Promise<CreatedRecord[]> {
    const answer = await this.#send('POST', service, path, step, body);
    if (!Array.isArray(answer) || !answer.every(isRecord)) throw new Error(`${step}: POST ${path} returned no records`);
    return answer;
  }

  /** Posts a record without an id, such as a milestone. */
  async post(service: ServiceName, path: string, step: string, body: object): Promise<void> {
    await this.#send('POST', service, path, step, body);
  }

  /** Resolves to the first page of a list. */
  async list(service: ServiceName, path: string): Promise<CreatedRecord[]> {
    const answer = await this.#send('GET', service, path, 'list');
    const rows = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer;
    if (!Array.isArray(rows) || !rows.every(isRecord)) throw new Error(`GET ${path} returned no records`);
    return rows;
  }

  /** Changes the given fields of a record. Can be repeated safely. */
  async change(service: ServiceName, path: string, step: string, fields: object): Promise<void> {
    await this.#send('PUT', service, path, step, fields);
  }
}
