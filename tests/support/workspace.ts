import { randomUUID } from 'node:crypto';
import { type Caller, defaultPlace, type Mode } from '@plotline/kit/core/caller';
import { createPeer } from '@plotline/kit/rpc/client';
import { createOperatorKeys } from '@plotline/local/demo/api-client';
import type { ServiceName, SystemAddresses } from '@plotline/local/supervise/running-system';
import { AdministrationServiceService as Administration } from '@plotline/protos/plotline/auth/v1/administration';
import { ApiClient } from './api-client.js';
import { rememberSecret } from './secrets/given-secrets.js';
import { system } from './system.js';

/** Workspace created for one test, with a client for each host. */
export interface TestWorkspace {
  readonly id: string;
  readonly keyId: string;
  readonly key: string;
  readonly testKey: string;
  readonly api: ApiClient;
  readonly sandbox: ApiClient;
}

/** The system caller, which administers a workspace. */
export function administrator(workspaceId: string, mode: Mode): Caller {
  return {
    workspaceId,
    mode,
    actor: { type: 'system', id: 'tests', name: 'Tests' },
    scopes: ['admin'],
    plan: '',
    currency: 'USD',
    ...defaultPlace,
    requestId: randomUUID(),
    deadline: Date.now() + 20_000,
  };
}

/** Creates a client of a service's RPCs. The caller closes it. */
export function connectTo(name: ServiceName, { services, operator }: SystemAddresses = system()) {
  const callerKeys = createOperatorKeys(operator);
  return createPeer({ name, address: services[name].grpcAddress, callerKeys, timeoutMs: 15_000 });
}

/** Creates a new key, with all scopes by default. */
export async function newKey(
  workspaceId: string,
  mode: Mode,
  scopes: readonly string[] = ['admin'],
  expiresAt = 0,
  target: SystemAddresses = system(),
) {
  const peer = connectTo('auth', target);
  const key = { name: `Test ${mode}`, mode, scopes: [...scopes], expires_at: expiresAt };
  const request = { workspace_id: workspaceId, ...key, request_id: randomUUID() };
  const made = await peer.call(Administration.createKey, request, { caller: administrator(workspaceId, mode) });
  peer.close();
  rememberSecret(made.key, 'key of CreateKey');
  return made;
}

export async function revokeKey(workspaceId: string, keyId: string): Promise<void> {
  const peer = connectTo('auth');
  const request = { workspace_id: workspaceId, key_id: keyId };
  await peer.call(Administration.revokeKey, request, { caller: administrator(workspaceId, 'live') });
  peer.close();
}

interface WorkspaceOptions {
  readonly plan?: string;
  readonly currency?: string;
  /** System to use instead of the test run's system. */
  readonly system?: SystemAddresses;
}

/** Creates a workspace that no other test uses. */
export async function newWorkspace(options: WorkspaceOptions = {}): Promise<TestWorkspace> {
  const target = options.system ?? system();
  const peer = connectTo('auth', target);
  const request = {
    name: `Test ${randomUUID()}`,
    plan: options.plan ?? 'enterprise',
    currency: options.currency ?? 'USD',
    request_id: randomUUID(),
  };
  const { id } = await peer.call(Administration.createWorkspace, request, { caller: administrator('', 'live') });
  peer.close();
  const live = await newKey(id, 'live', ['admin'], 0, target);
  const test = await newKey(id, 'sandbox', ['admin'], 0, target);
  const { urls } = target;
  return {
    id,
    keyId: live.id,
    key: live.key,
    testKey: test.key,
    api: new ApiClient(urls.api, live.key),
    sandbox: new ApiClient(urls.sandbox, test.key),
  };
}
