import { type Context, createContext } from '@plotline/connect/context';
import { createService } from '@plotline/connect/service';
import type { Caller } from '@plotline/kit/core/caller';
import { createKeyring } from '@plotline/kit/core/secrets';
import { type Reply, type StartedService, startTestService } from '../../support/started-service.js';
import { stripeKeys, useStripe } from './stripe.js';

/** Connect service. Its vendors are nocks. */
export interface ConnectService extends StartedService<Context> {
  /** Connects the caller's workspace to Stripe. Resolves to the connection as the answer shows it. */
  connectStripe(as: Partial<Caller>, body?: object): Promise<Reply['body']>;
  /** Moves the service's clock forward. */
  advanceClock(milliseconds: number): void;
}

/** Keys that seal credentials in the tests. */
export const sealKeys = createKeyring('seals credentials of connections in tests');

export const apiUrl = 'https://api.plotline.example';

/** Body of a request for a connection to Stripe. */
export function toStripeBody(mode: keyof typeof stripeKeys = 'live', change: object = {}) {
  return {
    provider: 'stripe',
    name: 'Stripe Dubai',
    settings: { return_url: 'https://buyer.example/thank-you' },
    credentials: { secret_key: stripeKeys[mode], webhook_secret: stripeKeys.signing },
    ...change,
  };
}

export async function startConnect(): Promise<ConnectService> {
  let aheadMs = 0;
  const service = await startTestService('connect', {
    createContext: (runtime) => createContext(runtime, { sealKeys, apiUrl }),
    createService,
    clock: () => new Date(Date.now() + aheadMs),
  });
  return {
    ...service,
    advanceClock: (milliseconds) => {
      aheadMs += milliseconds;
    },
    connectStripe: (as, body = toStripeBody(as.mode)) => {
      useStripe().get('/v1/checkout/sessions').query({ limit: 1 }).reply(200, { object: 'list', data: [] });
      return service.create('/v1/connections', body, as);
    },
  };
}
