import { randomUUID } from 'node:crypto';
import type { AuthSettings } from '@plotline/auth/config';
import { type Context, createContext } from '@plotline/auth/context';
import { rpcCallers } from '@plotline/auth/rpc-callers';
import { createService } from '@plotline/auth/service';
import type { Mode } from '@plotline/kit/core/caller';
import { AccessServiceService as AccessService } from '@plotline/protos/plotline/auth/v1/access';
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
import type { Agent } from '@plotline/protos/plotline/team/v1/agents';
import { type StartedService, startTestService } from '../../support/started-service.js';
import { callContext } from '../../support/test-runtime.js';
import { type AskAuth, createAuthClient } from './auth-client.js';
import { createTestMailbox, type TestMailbox } from './mailbox.js';
import { createTestAgents, type TestAgents } from './test-agents.js';

/** Context of a call that the system makes in a workspace, as the Administration service expects it. */
export function administration(workspaceId: string) {
  return callContext({ workspaceId, actor: { type: 'system', id: 'tests', name: 'Tests' } });
}

export const authSettings: AuthSettings = {
  KEY_HASH_SECRET: 'hashes_in_the_tests_of_auth_alone',
  KEY_HASH_SECRET_PREVIOUS: '',
  AUTH_SEAL_SECRET: 'seals_in_the_tests_of_auth_alone',
  AUTH_SEAL_SECRET_PREVIOUS: '',
  AUTH_BASE_URL: 'http://localhost:8082',
  API_BASE_URL: 'http://localhost:8080',
  SANDBOX_BASE_URL: 'http://localhost:8081',
  TEAM_GRPC: '127.0.0.1:1',
  TRANSFER_GRPC: '',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_DIRECTORY: '',
  MAIL_FROM: 'Plotline <no-reply@plotline.example>',
  SIGN_UP: 'on',
  LIMITS_FACTOR: 1,
};

/** Creates the report about an agent as the team service sends it. */
function toAssignRoleRequest({ id, version, role, status, active_since, deactivated_at, sandbox_id }: Agent) {
  const times = { active_since, deactivated_at };
  return { agent_id: id, agent_version: version ?? 1, role, status, ...times, sandbox_agent_id: sandbox_id };
}

/** Auth service with a clock that tests can move forward. */
export interface Auth extends StartedService<Context> {
  /** Moves the service's clock forward. */
  passTime(milliseconds: number): void;
  /**
   * Stops the service's clock, so that only `passTime` moves it. Short limits then don't depend on the speed of a test.
   */
  holdTime(): void;
  /** Agents that the team service returns. */
  readonly agents: TestAgents;
  /** Emails that were sent. */
  readonly mailbox: TestMailbox;
  /** Calls an endpoint as the gateway does. */
  readonly ask: AskAuth;
  workspace(name: string, plan?: string, currency?: string): Promise<CreateWorkspaceResponse>;
  key(workspaceId: string, change?: Partial<CreateKeyRequest>): Promise<CreateKeyResponse>;
  revoke(workspaceId: string, keyId: string): Promise<void>;
  verify(key: string, mode?: string, address?: string): Promise<VerifyKeyResponse>;
  /** Returns all records of all collections of a database, as JSON text. */
  dumpDatabase(mode: Mode): Promise<string>;
}

export async function startAuth(): Promise<Auth> {
  const agents = createTestAgents();
  const mailbox = createTestMailbox();
  let passed = 0;
  let heldAt: number | undefined;
  const clock = () => new Date((heldAt ?? Date.now()) + passed);
  const service = await startTestService('auth', {
    rpcCallers,
    createContext: (runtime) =>
      createContext(runtime, authSettings, { agents: agents.client, mailTransport: mailbox.transport }),
    createService,
    clock,
  });
  const { rpc, runtime, url } = service;
  agents.report = async (workspaceId, agent) => {
    await rpc(AccessService.assignRole, toAssignRoleRequest(agent), administration(workspaceId));
  };
  const ask = createAuthClient(url);
  return {
    ...service,
    agents,
    mailbox,
    ask,
    passTime: (milliseconds) => {
      passed += milliseconds;
    },
    holdTime: () => {
      heldAt ??= Date.now();
    },
    workspace: (name, plan = 'starter', currency = '') =>
      rpc(Administration.createWorkspace, { name, plan, currency, request_id: `test ${name}` }, administration('')),
    key: (workspaceId, change) => {
      const request = { name: 'A key', mode: 'live', scopes: ['read:leads'], expires_at: 0, request_id: randomUUID() };
      const key = { ...request, ...change, workspace_id: workspaceId };
      return rpc(Administration.createKey, key, administration(workspaceId));
    },
    revoke: async (workspaceId, keyId) => {
      await rpc(Administration.revokeKey, { workspace_id: workspaceId, key_id: keyId }, administration(workspaceId));
    },
    // The gateway calls this without a caller context, because it builds the context from the answer.
    verify: (key, mode = 'live', address = '') =>
      rpc(Verification.verifyKey, { key, mode, address }, { deadline: Date.now() + 10_000 }),
    dumpDatabase: async (mode) => {
      const connection = runtime.databases[mode];
      const names = await connection.listCollections();
      const records = await Promise.all(names.map(({ name }) => connection.collection(name).find({}).toArray()));
      return JSON.stringify(records);
    },
  };
}
