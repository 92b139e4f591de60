import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import type { GatewayFixture } from './gateway-fixture.js';
import { sendRequest } from './http-client.js';

/** Returns whether the gateway considers Redis down, according to its gauge. */
export async function isRedisAway({ private: url }: Pick<GatewayFixture, 'private'>): Promise<boolean> {
  const { text } = await sendRequest(`${url}/metrics`);
  return /^plotline_rate_limits_in_memory\{[^}]*\} 1$/m.test(text);
}

/**
 * Waits for the connection to Redis. Without it, the gateway registers no Idempotency-Keys and counts limits in memory.
 */
export async function waitForRedis(gateway: Pick<GatewayFixture, 'private'>): Promise<void> {
  await eventually(async () => expect(await isRedisAway(gateway)).to.equal(false));
}
