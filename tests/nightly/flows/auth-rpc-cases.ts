import { randomUUID } from 'node:crypto';
import { newId } from '@plotline/kit/core/ids';
import { expect } from 'chai';
import { decodeJwt } from 'jose';
import { newOAuthApp } from '../../support/oauth-app.js';
import { newPerson } from '../../support/person.js';
import { system } from '../../support/system.js';
import { newWorkspace } from '../../support/workspace.js';
import type { RpcCase } from './rpc-world.js';

const access = 'plotline.auth.v1.AccessService';
const administration = 'plotline.auth.v1.AdministrationService';

/** RPCs of the auth service. */
export const authCases: Readonly<Record<string, RpcCase>> = {
  [`${access}.CheckAccess`]: {
    createRequest: async ({ call, workspaceId }) => {
      const key = { workspace_id: workspaceId, name: 'Sync', mode: 'live', scopes: ['read:leads'], expires_at: 0 };
      const created = await call(`${administration}.CreateKey`, { ...key, request_id: randomUUID() });
      return { actor_type: 'key', actor_id: Reflect.get(created, 'id'), since: Date.now() };
    },
    assertResponse: (response) => expect(response).to.deep.equal({ is_active: true, role: '' }),
  },
  [`${access}.AssignRole`]: {
    createRequest: ({ formerAgentId }) => ({
      agent_id: formerAgentId,
      agent_version: 2,
      role: 'agent',
      status: 'inactive',
      active_since: 0,
      deactivated_at: Date.now(),
    }),
    assertResponse: (response) => expect(response).to.deep.equal({}),
  },
  [`${access}.EndAccess`]: {
    // This agent has no account, so there is no key to remain.
    createRequest: ({ formerAgentId }) => ({
      agent_id: formerAgentId,
      agent_version: 2,
      name: 'bo',
      revoke_keys: false,
    }),
    assertResponse: (response) => expect(response).to.deep.equal({ keys: [] }),
  },
  [`${administration}.CreateWorkspace`]: {
    createRequest: ({ workspaceId }) => ({
      name: `Twin of ${workspaceId}`,
      plan: 'starter',
      currency: 'EUR',
      request_id: randomUUID(),
    }),
    assertResponse: (response, { workspaceId }) => {
      expect(response).to.include({ name: `Twin of ${workspaceId}`, plan: 'starter', currency: 'EUR' });
      expect(response).to.have.property('id').that.matches(/^ws_/).and.does.not.equal(workspaceId);
    },
  },
  'plotline.auth.v1.KeyTrafficService.RecordTraffic': {
    isPublic: true,
    refusal: { request: { keys: [] }, response: {} },
    createRequest: ({ workspaceId }) => ({
      keys: [
        {
          key_id: newId('key'),
          workspace_id: workspaceId,
          mode: 'live',
          requests: 1,
          client_errors: 0,
          server_errors: 0,
          logged: [],
        },
      ],
    }),
    assertResponse: (response) => expect(response).to.deep.equal({}),
  },
  'plotline.auth.v1.DigestsService.MailDigest': {
    createRequest: ({ agentId }) => ({
      digest_id: newId('evt'),
      agent_ids: [agentId],
      subject: 'Morning mail: 1 event',
      paragraphs: ['Lead created: 1'],
    }),
    // The agent has not accepted the invitation.
    assertResponse: (response) => expect(response).to.have.property('recipients', 0),
  },
  'plotline.auth.v1.DigestsService.MailNotices': {
    createRequest: ({ agentId }) => ({
      mail_id: newId('mail'),
      recipient_id: agentId,
      items: [{ text: 'A task is due.', path: 'tasks' }],
    }),
    // The agent has not accepted the invitation.
    assertResponse: (response) => expect(response).to.have.property('is_mailed', false),
  },
  'plotline.auth.v1.WorkspacesService.GetWorkspace': {
    createRequest: () => ({}),
    assertResponse: (response) => expect(response).to.have.property('name').that.is.a('string').and.is.not.empty,
  },
  'plotline.auth.v1.InvitationsService.SendInvitation': {
    createRequest: () => ({ agent_id: newId('agent'), agent_version: 1, email: 'invited@example.com', name: 'Ines' }),
    assertResponse: (response) => expect(response).to.have.property('sent_at').that.is.greaterThan(0),
  },
  [`${administration}.CreateKey`]: {
    createRequest: ({ workspaceId }) => ({
      workspace_id: workspaceId,
      name: 'Website',
      mode: 'sandbox',
      scopes: ['read:leads'],
      expires_at: Date.now() + 60_000,
      request_id: randomUUID(),
    }),
    assertResponse: (response) => {
      expect(response).to.have.property('id').that.matches(/^key_/);
      expect(response)
        .to.have.property('key')
        .that.matches(/^pl_test_/);
    },
  },
  [`${administration}.RevokeKey`]: {
    createRequest: async ({ call, workspaceId }) => {
      const request = { workspace_id: workspaceId, name: 'Short', mode: 'live', scopes: ['read:leads'], expires_at: 0 };
      const created = await call(`${administration}.CreateKey`, { ...request, request_id: randomUUID() });
      return { workspace_id: workspaceId, key_id: Reflect.get(created, 'id') };
    },
    assertResponse: (response) => expect(response).to.deep.equal({}),
  },
  [`${administration}.AddMember`]: {
    createRequest: ({ workspaceId, agentId }) => ({
      workspace_id: workspaceId,
      email: `owner.${workspaceId}@people.example`,
      name: 'Olu Owner',
      agent_id: agentId,
      password: 'correct horse battery staple',
    }),
    assertResponse: (response) =>
      expect(response)
        .to.have.property('person_id')
        .that.matches(/^user_/),
  },
  [`${administration}.RegisterClient`]: {
    createRequest: ({ workspaceId }) => ({
      workspace_id: workspaceId,
      name: 'Portal',
      redirect_uris: ['https://portal.example.com/callback'],
      scopes: ['read:leads'],
      confidential: true,
      request_id: randomUUID(),
    }),
    assertResponse: (response) => {
      for (const name of ['client_id', 'client_secret']) expect(response).to.have.property(name).that.is.not.empty;
    },
  },
  'plotline.auth.v1.VerificationService.VerifySession': {
    isPublic: true,
    createRequest: async ({ call, workspaceId, agentId }) => {
      const login = { email: `session.${workspaceId}@people.example`, password: 'correct horse battery staple' };
      await call('plotline.team.v1.AgentsService.ActivateAgent', { agent_id: agentId });
      const member = { workspace_id: workspaceId, name: 'Sasha', agent_id: agentId, ...login };
      await call(`${administration}.AddMember`, member);
      const response = await fetch(`${system().urls.auth}/auth/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', prefer: 'return=token' },
        body: JSON.stringify(login),
      });
      const { data }: { readonly data: { readonly token: string } } = JSON.parse(await response.text());
      return { token: data.token };
    },
    assertResponse: (response, { workspaceId, agentId }) => {
      const membership = { workspace_id: workspaceId, plan: 'enterprise', currency: 'USD', agent_id: agentId };
      const identity: unknown = Reflect.get(response, 'identity');
      expect(identity).to.have.nested.property('memberships[0]').that.include(membership);
      expect(identity).to.include({ name: 'Sasha' }).and.to.have.deep.property('scopes', ['admin']);
    },
  },
  'plotline.auth.v1.VerificationService.VerifyGrant': {
    isPublic: true,
    createRequest: async () => {
      const workspace = await newWorkspace();
      const owner = await newPerson(workspace, 'owner');
      const app = await newOAuthApp(owner, ['read:leads']);
      const { accessToken } = await app.redeem(await app.code(owner, workspace.id, 'read:leads'));
      return { grant_id: decodeJwt(accessToken)['grant_id'] };
    },
    assertResponse: (response) => {
      const identity: unknown = Reflect.get(response, 'identity');
      expect(identity).to.have.property('memberships').with.length(1);
      expect(identity).to.include({ name: 'Test person' }).and.to.have.deep.property('scopes', ['read:leads']);
    },
  },
  'plotline.auth.v1.VerificationService.VerifyKey': {
    isPublic: true,
    createRequest: ({ key }) => ({ key, mode: 'live' }),
    assertResponse: (response, { workspaceId }) => {
      const identity = { workspace_id: workspaceId, plan: 'enterprise', currency: 'USD', expires_at: 0 };
      expect(response).to.include(identity).and.to.have.deep.property('scopes', ['admin']);
    },
  },
  'plotline.auth.v1.VerificationService.VerifyKeys': {
    isPublic: true,
    refusal: { request: { keys: [{}] }, response: { verifications: [{ key: null, verify_alone: false }] } },
    createRequest: ({ key }) => ({ keys: [{ key, mode: 'live' }] }),
    assertResponse: (response, { workspaceId }) => {
      expect(response).to.have.property('verifications').with.length(1);
      expect(response).to.have.nested.property('verifications[0].key.workspace_id', workspaceId);
    },
  },
};
