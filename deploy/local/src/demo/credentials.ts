import { createHmac, randomUUID } from 'node:crypto';
import { createPeer, type Peer } from '@plotline/kit/rpc/client';
import {
  AdministrationServiceService as Administration,
  type CreateWorkspaceResponse,
} from '@plotline/protos/plotline/auth/v1/administration';
import { AgentsServiceService as Agents } from '@plotline/protos/plotline/team/v1/agents';
import type { OperatorKeys, SystemAddresses } from '../supervise/running-system.js';
import { createDemoCaller, createOperatorKeys } from './api-client.js';
import type { Member } from './people.js';

const redirectUri = 'http://localhost:3000/callback';

export interface Login {
  readonly email: string;
  readonly password: string;
}

/** Credentials of one workspace in `.local/demo.json`. */
export interface Credentials {
  readonly api_key: string;
  readonly test_key: string;
  readonly owner: Login;
  readonly agent: Login;
  readonly viewer: Login;
  readonly oauth_client: { readonly client_id: string; readonly client_secret: string; readonly redirect_uri: string };
}

/** Asks auth and team for values that no public endpoint returns. */
export class CredentialIssuer {
  readonly #auth: Peer;
  readonly #team: Peer;

  readonly #operator: OperatorKeys;

  constructor({ services, operator }: SystemAddresses) {
    this.#operator = operator;
    const callerKeys = createOperatorKeys(operator);
    this.#auth = createPeer({ name: 'auth', address: services.auth.grpcAddress, callerKeys, timeoutMs: 10_000 });
    this.#team = createPeer({ name: 'team', address: services.team.grpcAddress, callerKeys, timeoutMs: 10_000 });
  }

  workspace(name: string, plan: string): Promise<CreateWorkspaceResponse> {
    const request = { name, plan, currency: 'USD', request_id: name };
    return this.#auth.call(Administration.createWorkspace, request, { caller: createDemoCaller('', 'live') });
  }

  async #key(workspaceId: string, mode: 'live' | 'sandbox'): Promise<string> {
    const key = { name: `Demo ${mode} key`, mode, scopes: ['admin'], expires_at: 0 };
    const request = { workspace_id: workspaceId, ...key, request_id: randomUUID() };
    const created = await this.#auth.call(Administration.createKey, request, {
      caller: createDemoCaller(workspaceId, mode),
    });
    return created.key;
  }

  async #login(workspaceId: string, members: readonly Member[], role: string): Promise<Login> {
    const member = members.find((one) => one.role === role);
    if (!member) throw new Error(`the team has no ${role}`);
    const { email, name, id } = member;
    // A continued seeding may repeat this safely, because a password that is already set is kept.
    const hmac = createHmac('sha256', this.#operator.CALLER_KEY).update(`demo password of ${email}`);
    const password = hmac.digest('base64url').slice(0, 16);
    const request = { workspace_id: workspaceId, email, name, agent_id: id, password };
    await this.#auth.call(Administration.addMember, request, { caller: createDemoCaller(workspaceId, 'live') });
    return { email, password };
  }

  /** Accepts the members' invitations. */
  async activate(workspaceId: string, mode: 'live' | 'sandbox', members: readonly Member[]): Promise<void> {
    for (const { id } of members) {
      await this.#team.call(Agents.activateAgent, { agent_id: id }, { caller: createDemoCaller(workspaceId, mode) });
    }
  }

  async issue(workspaceId: string, members: readonly Member[]): Promise<Credentials> {
    const client = await this.#auth.call(
      Administration.registerClient,
      {
        workspace_id: workspaceId,
        name: 'Demo application',
        redirect_uris: [redirectUri],
        scopes: ['read:properties', 'read:leads', 'write:leads', 'read:agents'],
        confidential: true,
        request_id: randomUUID(),
      },
      { caller: createDemoCaller(workspaceId, 'live') },
    );
    return {
      api_key: await this.#key(workspaceId, 'live'),
      test_key: await this.#key(workspaceId, 'sandbox'),
      owner: await this.#login(workspaceId, members, 'owner'),
      agent: await this.#login(workspaceId, members, 'agent'),
      viewer: await this.#login(workspaceId, members, 'viewer'),
      oauth_client: { ...client, redirect_uri: redirectUri },
    };
  }

  close(): void {
    this.#auth.close();
    this.#team.close();
  }
}
