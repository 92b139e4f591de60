import { createHmac, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ApiRecord } from '../../support/api-client.js';
import { rememberSecret } from '../../support/secrets/given-secrets.js';
import { system } from '../../support/system.js';
import type { TestWorkspace } from '../../support/workspace.js';

/** A key that the fake Stripe accepts in live mode. */
export function newStripeKey(ending = randomUUID().replaceAll('-', '')): string {
  const key = `rk_live_${randomUUID().replaceAll('-', '')}${ending}`;
  rememberSecret(key, 'key of Stripe');
  return key;
}

/** Connection to the fake Stripe. The test sends its events. */
export interface StripeConnection {
  readonly connection: ApiRecord;
  /** Sends an event as Stripe would, and resolves when it is accepted. */
  readonly send: (type: string, object: object) => Promise<void>;
}

export async function connectStripe({ api }: TestWorkspace, name = 'Stripe Lisbon'): Promise<StripeConnection> {
  const secret = `whsec_${randomUUID()}`;
  rememberSecret(secret, 'signing secret of Stripe');
  const connection = await api.create('/v1/connections', {
    provider: 'stripe',
    name,
    settings: { return_url: 'https://buyer.example/' },
    credentials: { secret_key: newStripeKey(), webhook_secret: secret },
  });
  const send = async (type: string, object: object) => {
    const body = JSON.stringify({ id: `evt_${randomUUID()}`, type, livemode: true, data: { object } });
    const timestamp = Math.floor(Date.now() / 1_000);
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    const url = `${system().urls.api}${new URL(String(connection['hook_url'])).pathname}`;
    const headers = { 'stripe-signature': `t=${timestamp},v1=${signature}` };
    expect((await fetch(url, { method: 'POST', headers, body })).status).to.equal(200);
  };
  return { connection, send };
}
