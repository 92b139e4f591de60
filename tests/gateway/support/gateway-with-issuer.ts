import type { Overrides } from '@plotline/gateway/context';
import { type GatewayFixture, startGatewayFixture } from './gateway-fixture.js';
import { startTokenIssuer, type TokenIssuer } from './token-issuer.js';

/** Gateway that gets the public keys of an authorization server from the address of the auth stub. */
export interface GatewayWithIssuer extends GatewayFixture {
  readonly issuer: TokenIssuer;
}

export async function startGatewayWithIssuer(
  overrides: Overrides = {},
  environment: Record<string, string> = {},
): Promise<GatewayWithIssuer> {
  const issuer = await startTokenIssuer();
  const gateway = await startGatewayFixture(overrides, { AUTH_URL: issuer.url, ...environment });
  const stop = async () => {
    await gateway.stop();
    await issuer.stop();
  };
  return { ...gateway, issuer, stop };
}
