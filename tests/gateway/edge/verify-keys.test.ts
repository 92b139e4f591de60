import { Server, ServerCredentials, type ServiceDefinition } from '@grpc/grpc-js';
import { createVerifyCredential } from '@plotline/gateway/edge/verify-credential';
import { createVerifyTogether } from '@plotline/gateway/edge/verify-keys';
import { Problem, unavailable } from '@plotline/kit/core/errors';
import { createPeer, type Peer, toStatus } from '@plotline/kit/rpc/client';
import {
  VerificationServiceService,
  type VerifyKeyRequest,
  type VerifyKeyResponse,
} from '@plotline/protos/plotline/auth/v1/verification';
import { expect } from 'chai';
import { callerKeysOf } from '../../support/caller-keys.js';
import { useFixturePerTest } from '../../support/use-fixture.js';

const { verifyKey, verifyKeys } = VerificationServiceService;
const versions = { former: { verifyKey }, present: { verifyKey, verifyKeys } };

const toKey = ({ key, mode }: VerifyKeyRequest): VerifyKeyResponse => ({
  key_id: `key_of_${key}`,
  key_name: 'Website',
  workspace_id: `ws_${mode}`,
  plan: 'starter',
  scopes: ['read:leads'],
  expires_at: 0,
  currency: 'EUR',
  country: 'AE',
  time_zone: 'Asia/Dubai',
  settings: { hold_hours: 24 },
});

/**
 * Auth service with a given version of the interface. All keys except `wrong` are valid. `bound` and `odd` need a
 * separate check. For `odd`, this check fails.
 */
async function startAuth(definition: ServiceDefinition = versions.present) {
  const calls: (readonly VerifyKeyRequest[])[] = [];
  const server = new Server();
  server.addService(definition, {
    verifyKey: ({ request }: { request: VerifyKeyRequest }, answer: (error: object | null, value?: object) => void) => {
      calls.push([request]);
      if (request.key === 'wrong') answer(toStatus(new Problem('UNAUTHORIZED', 'Wrong.')));
      else if (request.key === 'odd') answer(toStatus(unavailable('Later.')));
      else answer(null, toKey(request));
    },
    verifyKeys: (
      { request: { keys } }: { request: { keys: VerifyKeyRequest[] } },
      answer: (error: null, value: object) => void,
    ) => {
      calls.push(keys);
      const verifications = keys.map((request) => ({
        key: ['wrong', 'bound', 'odd'].includes(request.key) ? undefined : toKey(request),
        verify_alone: ['bound', 'odd'].includes(request.key),
      }));
      answer(null, { verifications });
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    const insecure = ServerCredentials.createInsecure();
    server.bindAsync('127.0.0.1:0', insecure, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  const callerKeys = callerKeysOf('gateway');
  const peer = createPeer({ name: 'auth', address: `127.0.0.1:${port}`, callerKeys, timeoutMs: 2_000 });
  const verify = createVerifyCredential(peer);
  return {
    calls,
    peer,
    /** Returns whether a key is valid, invalid or can't be checked. */
    check: (value: string, isKnown = true, kind: 'live_key' | 'test_key' = 'live_key') =>
      verify({ kind, value, readAddress: () => '192.0.2.1' }, isKnown).then(
        (credential) => credential?.id ?? 'invalid',
        (error: unknown) => (error instanceof Problem ? error.code : 'failed'),
      ),
    stop: () => {
      peer.close();
      server.forceShutdown();
    },
  };
}

const names = (count: number) => Array.from({ length: count }, (_, place) => `key${place}`);

describe('gateway: keys that were valid before', () => {
  const auth = useFixturePerTest(startAuth);

  it('are verified together, each with its mode and address, and get separate results', async () => {
    const { calls, check } = auth();
    const checks = [check('a'), check('wrong'), check('b', true, 'test_key'), check('a')];
    expect(await Promise.all(checks)).to.deep.equal(['key_of_a', 'invalid', 'key_of_b', 'key_of_a']);
    const live = { mode: 'live', address: '192.0.2.1', with_suspended: true };
    expect(calls).to.deep.equal([
      [
        { key: 'a', ...live },
        { key: 'wrong', ...live },
        { key: 'b', ...live, mode: 'sandbox' },
        { key: 'a', ...live },
      ],
    ]);
  });

  it('are verified separately if auth requests it, without affecting others', async () => {
    const { calls, check } = auth();
    expect(await Promise.all([check('a'), check('bound'), check('odd'), check('b')])).to.deep.equal([
      'key_of_a',
      'key_of_bound',
      'SERVICE_UNAVAILABLE',
      'key_of_b',
    ]);
    const asked = calls.map((keys) => keys.map(({ key }) => key));
    expect(asked[0]).to.deep.equal(['a', 'bound', 'odd', 'b']);
    expect(asked.slice(1).sort()).to.deep.equal([['bound'], ['odd']]);
  });

  it('are verified 500 at a time', async () => {
    const { calls, check } = auth();
    const found = await Promise.all(names(1_001).map((name) => check(name)));
    expect(found).to.deep.equal(names(1_001).map((name) => `key_of_${name}`));
    expect(calls.map(({ length }) => length).sort()).to.deep.equal([1, 500, 500]);
  });

  it('are sent together at the end of the interval that follows a call', async () => {
    const { calls, peer } = auth();
    const verifyTogether = createVerifyTogether(peer, 300);
    const verify = (key: string) => verifyTogether({ key, mode: 'live', address: '' });
    await verify('first');
    const second = verify('second');
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    await Promise.all([second, verify('third')]);
    expect(calls.map((keys) => keys.map(({ key }) => key))).to.deep.equal([['first'], ['second', 'third']]);
  });

  it('cannot be verified while auth is down, and are verified again once it is back', async () => {
    const { check, peer } = auth();
    const { call } = peer;
    const away: Peer['call'] = () => Promise.reject(unavailable('The auth service did not answer.'));
    Object.assign(peer, { call: away });
    expect(await Promise.all([check('a'), check('wrong')])).to.deep.equal([
      'SERVICE_UNAVAILABLE',
      'SERVICE_UNAVAILABLE',
    ]);
    Object.assign(peer, { call });
    expect(await check('a')).to.equal('key_of_a');
  });

  it('do not wait for unknown keys, which are also verified together', async () => {
    const { calls, check } = auth();
    await Promise.all([check('known'), check('new', false), check('wrong', false)]);
    expect(calls.map((keys) => keys.map(({ key }) => key))).to.have.deep.members([['known'], ['new', 'wrong']]);
    expect(await check('wrong', false)).to.equal('invalid');
  });
});
