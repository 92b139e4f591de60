import { Server, ServerCredentials } from '@grpc/grpc-js';
import { createVerifyCredential } from '@plotline/gateway/edge/verify-credential';
import { Problem } from '@plotline/kit/core/errors';
import { createToken } from '@plotline/kit/core/secrets';
import { createPeer, toStatus } from '@plotline/kit/rpc/client';
import { VerificationServiceService } from '@plotline/protos/plotline/auth/v1/verification';
import { expect } from 'chai';
import { callerKeysOf } from '../../support/caller-keys.js';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayWithIssuer } from '../support/gateway-with-issuer.js';
import { sendRequest } from '../support/http-client.js';

const { verifySession, verifyGrant } = VerificationServiceService;

/** Person without a second factor in a workspace that requires one. */
const identity = {
  credential_id: 'credential_1',
  person_id: 'user_1',
  name: 'Ada',
  scopes: ['admin'],
  expires_at: Date.now() + 3_600_000,
  memberships: [
    {
      workspace_id: 'ws_1',
      plan: 'starter',
      currency: 'EUR',
      country: '',
      time_zone: 'UTC',
      settings: {},
      agent_id: 'agent_1',
      role: 'owner',
      needs_two_factor: true,
    },
  ],
};

interface VerifyCall {
  readonly request: { readonly with_missing_factor?: boolean };
}

/** Starts a gateway. Its auth service returns the person only if the request allows a missing factor. */
async function startGateway() {
  const server = new Server();
  const verify = ({ request }: VerifyCall, answer: (error: object | null, value?: object) => void) => {
    if (request.with_missing_factor) answer(null, { identity });
    else answer(toStatus(new Problem('UNAUTHORIZED', 'The credential is not valid.')));
  };
  server.addService({ verifySession, verifyGrant }, { verifySession: verify, verifyGrant: verify });
  const port = await new Promise<number>((resolve, reject) => {
    const insecure = ServerCredentials.createInsecure();
    server.bindAsync('127.0.0.1:0', insecure, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  const peer = createPeer({ name: 'auth', address: `127.0.0.1:${port}`, callerKeys: callerKeysOf('gateway') });
  const gateway = await startGatewayWithIssuer({ verifyCredential: createVerifyCredential(peer) });
  const stop = async () => {
    await gateway.stop();
    peer.close();
    server.forceShutdown();
  };
  return { ...gateway, stop };
}

describe('gateway for people without a required second factor', () => {
  const gateway = useFixture(startGateway);

  it('answers 403 with the reason for a session and for an access token', async () => {
    for (const key of [createToken('pl_session_'), await gateway().issuer.sign('grant_1')]) {
      const { status, json } = await sendRequest(`${gateway().live}/v1/leads/1`, { key });
      expect(status).to.equal(403);
      expect(json).to.have.nested.property('error.reason', 'two_factor_setup_required');
    }
    expect(gateway().stub.received).to.deep.equal([]);
  });
});
