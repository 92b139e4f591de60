import { randomUUID } from 'node:crypto';
import { createContext } from '@plotline/auth/context';
import { createService } from '@plotline/auth/service';
import type { Mode } from '@plotline/kit/caller';
import { createKeyring } from '@plotline/kit/keyring';
import {
  AdministrationServiceService as Administration,
  type CreateKeyRequest,
  type CreateKeyResponse,
  type CreateWorkspaceResponse,
} from '@plotline/protos/plotline/auth/v1/administration';
import {
  VerificationServiceService as Verification,
  type VerifyKeyResponse,
} from '@plotline/protos/plotline/auth/v1/verification';
import { type StartedService, startTestService } from '../../support/started-service.js';
import { callContext } from '../../support/test-runtime.js';

/** The context of a call of the system in a workspace, as administration takes it. */
export function administration(workspaceId: string) {
  return callContext({ workspaceId, actor: { type: 'system', id: 'tests', name: 'Tests' } });
}

/** The auth service with a clock that tests can move forward. */
export interface Auth extends StartedService {
  /** Moves the service's clock forward. */
  passTime(milliseconds: number): void;
  workspace(name: string, plan?: string, currency?: string): Promise<CreateWorkspaceResponse>;
  key(workspaceId: string, change?: Partial<CreateKeyRequest>): Promise<CreateKeyResponse>;
  revoke(workspaceId: string, keyId: string): Promise<void>;
  verify(key: string, mode?: string): Promise<VerifyKeyResponse>;
  /** All records of all collections of a database, as JSON text. */
  dumpDatabase(mode: Mode): Promise<string>;
}

export async function startAuth(): Promise<Auth> {
  let passed = 0;
  const clock = () => new Date(Date.now() + passed);
  const service = await startTestService('auth', {
    createContext: (runtime) => createContext(runtime, createKeyring('a pepper')),
    createService,
    clock,
  });
  const { rpc, runtime } = service;
  return {
    ...service,
    passTime: (milliseconds) => {
      passed += milliseconds;
    },
    workspace: (name, plan = 'starter', currency = '') =>
      rpc(Administration.createWorkspace, { name, plan, currency }, administration('')),
    key: (workspaceId, change) => {
      const request = { name: 'A key', mode: 'live', scopes: ['read:leads'], expires_at: 0, request_id: randomUUID() };
      const key = { ...request, ...change, workspace_id: workspaceId };
      return rpc(Administration.createKey, key, administration(workspaceId));
    },
    revoke: async (workspaceId, keyId) => {
      await rpc(Administration.revokeKey, { workspace_id: workspaceId, key_id: keyId }, administration(workspaceId));
    },
    // The gateway calls without a caller context: it builds one from the answer.
    verify: (key, mode = 'live') => rpc(Verification.verifyKey, { key, mode }, { deadline: Date.now() + 10_000 }),
    dumpDatabase: async (mode) => {
      const connection = runtime.databases[mode];
      const names = await connection.listCollections();
      const records = await Promise.all(names.map(({ name }) => connection.collection(name).find({}).toArray()));
      return JSON.stringify(records);
    },
  };
}
