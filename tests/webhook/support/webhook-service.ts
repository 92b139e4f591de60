import { randomUUID } from 'node:crypto';
import type { InboundEvent } from '@plotline/kit/broker/message';
import type { Mode } from '@plotline/kit/core/caller';
import { createKeyring } from '@plotline/kit/core/secrets';
import { type Context, createContext } from '@plotline/webhook/context';
import { eraseLead } from '@plotline/webhook/deliveries/work/erase-lead';
import { recordDeliveries } from '@plotline/webhook/deliveries/work/record-deliveries';
import { createService } from '@plotline/webhook/service';
import {
  defaultSubscriptionLimits,
  parseSubscriptionLimits,
} from '@plotline/webhook/subscriptions/model/subscription-limits';
import { type StartedService, startTestService } from '../../support/started-service.js';
import { defaultRules } from './sending.js';
import { createTestPeers, type TestPeers } from './test-peers.js';

const subscriptionLimits = parseSubscriptionLimits(defaultSubscriptionLimits);

export interface PublishOptions {
  readonly workspaceId?: string;
  readonly mode?: Mode;
  readonly times?: number;
  readonly data?: unknown;
  /** Time of the change. By default now. */
  readonly timestamp?: Date;
}

/** Webhook service. Tests pass events to its consumers, because it consumes none from the broker. */
export interface WebhookService extends StartedService<Context> {
  /** Passes an event to its consumer, `times` times. */
  publish(name: string, options?: PublishOptions): Promise<InboundEvent>;
  /** Passes an event to its consumer once. */
  consume(event: InboundEvent): Promise<void>;
  /** Peers that the service calls. */
  readonly peers: TestPeers;
  /** Advances the service's clock. */
  advanceClock(milliseconds: number): void;
}

/** Event as the broker delivers it. */
export function createEvent(
  name: string,
  { workspaceId = 'ws_test', mode = 'live', data = { id: 'lead_1' }, timestamp = new Date() }: PublishOptions,
): InboundEvent {
  const id = `evt_${randomUUID()}`;
  const payload = JSON.stringify({ id, event: name, timestamp, workspace_id: workspaceId, data });
  return { id, name, mode, payload, requestId: 'request-test' };
}

/** Seal for the signing secrets in tests. */
export const sealKeys = createKeyring('seals signing secrets in tests');

export async function startWebhookService(allowPrivate = true, hasNewDatabases = false): Promise<WebhookService> {
  let aheadMs = 0;
  const peers = createTestPeers();
  const service = await startTestService('webhook', {
    createContext: (runtime) =>
      createContext(runtime, {
        ...defaultRules,
        ...peers,
        allowPrivate,
        proxyUrl: '',
        sealKeys,
        subscriptionLimits,
      }),
    createService: (context) => ({ ...createService(context), consumers: [] }),
    clock: () => new Date(Date.now() + aheadMs),
    hasNewDatabases,
  });
  const { context } = service;
  const [events] = recordDeliveries(context);
  const consumers = { events, erasures: eraseLead(context) };
  const consume = (event: InboundEvent) =>
    consumers[event.name === 'erasure.lead' ? 'erasures' : 'events'].handle(event);
  return {
    ...service,
    peers,
    consume,
    publish: async (name, options = {}) => {
      const event = createEvent(name, { timestamp: context.clock(), ...options });
      for (let time = 0; time < (options.times ?? 1); time += 1) await consume(event);
      return event;
    },
    advanceClock: (milliseconds) => {
      aheadMs += milliseconds;
    },
  };
}
