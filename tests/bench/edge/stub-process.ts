import { createServer } from 'node:http';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { VerificationServiceService } from '@plotline/protos/plotline/auth/v1/verification';
import { listenAnywhere } from '../../support/listen-anywhere.js';
import { lead } from './lead.js';
import { createTokenFixture, owner } from './token-fixture.js';

const { token, keys } = await createTokenFixture();

// The cheapest possible backend for the gateway: a service over HTTP, and key verification over gRPC.
const http = createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    const isKeySet = request.url === '/.well-known/jwks.json';
    const body = JSON.stringify(isKeySet ? { keys } : lead);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    response.end(body);
  });
});

const key = {
  key_id: 'key_1',
  key_name: 'Bench',
  workspace_id: 'ws_1',
  plan: 'enterprise',
  scopes: ['read:leads', 'write:leads'],
  expires_at: 0,
  currency: 'EUR',
  country: '',
  time_zone: '',
  settings: {},
};

const rpc = new Server();
rpc.addService(VerificationServiceService, {
  verifyKey: (_call: unknown, answer: (error: null, value: object) => void) => answer(null, key),
  verifyKeys: (
    { request }: { readonly request: { readonly keys: readonly unknown[] } },
    answer: (error: null, value: object) => void,
  ) => answer(null, { verifications: request.keys.map(() => ({ key, verify_alone: false })) }),
  verifyGrant: (_call: unknown, answer: (error: null, value: object) => void) =>
    answer(null, {
      identity: {
        credential_id: 'grant_1',
        person_id: owner.id,
        name: owner.name,
        scopes: ['admin'],
        expires_at: 0,
        memberships: [
          {
            workspace_id: 'ws_1',
            plan: 'enterprise',
            currency: 'EUR',
            country: '',
            time_zone: '',
            settings: {},
            agent_id: owner.agentId,
            role: owner.role,
          },
        ],
      },
    }),
  verifySession: (_call: unknown, answer: (error: Error) => void) => answer(new Error('no session is sent')),
});

const httpPort = await listenAnywhere(http);
rpc.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, rpcPort) => {
  if (error) throw error;
  process.send?.({ httpPort, rpcPort, token });
});
process.once('disconnect', () => process.exit(0));
