import { AccessTokens } from '@plotline/gateway/edge/access-tokens';
import { CredentialCache } from '@plotline/gateway/edge/credential-cache';
import { defaultPlace } from '@plotline/kit/core/caller';
import { createLocalJWKSet } from 'jose';
import { audience, createTokenFixture, issuer, owner } from './token-fixture.js';

const calls = 200_000;

/** Resolves to the microseconds of processor time for verifying a cached token and its grant. */
export async function measureCachedToken(): Promise<number> {
  const { token, keys } = await createTokenFixture();
  const paid = { plan: 'enterprise', currency: 'EUR', ...defaultPlace };
  const identity = { actor: owner, credentialId: 'grant_1', workspaceId: 'ws_1', scopes: ['read:leads'], ...paid };
  const grant = { id: 'grant_1', expiresAt: Number.POSITIVE_INFINITY, identities: [identity] } as const;
  const credentials = new CredentialCache(async () => grant);
  const tokens = new AccessTokens({ getKey: createLocalJWKSet({ keys: [...keys] }), issuer, audience, credentials });
  const createClient = () => ({
    network: 'here',
    assertAllowed: async () => undefined,
    countFailure: async () => undefined,
  });
  const readAddress = () => '203.0.113.7';
  // Each request has its own text, because hashing it is part of the cost.
  const texts = Array.from({ length: 1_000 }, () => Buffer.from(token).toString('latin1'));
  let found = 0;
  const run = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      if (await tokens.find({ value: texts[index % texts.length] ?? '', readAddress }, createClient)) found += 1;
    }
  };
  await run(20_000);
  const before = process.cpuUsage();
  await run(calls);
  const { user, system } = process.cpuUsage(before);
  if (found !== calls + 20_000) throw new Error('A token was refused.');
  return (user + system) / calls;
}
