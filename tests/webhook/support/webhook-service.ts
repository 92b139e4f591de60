import { randomUUID } from 'node:crypto';
import type { InboundEvent } from '@plotline/kit/broker/message';
import type { Mode } from '@plotline/kit/caller';
import { type Context, createContext } from '@plotline/webhook/context';
import { eraseLead } from '@plotline/webhook/events/erase-lead';
import { recordDeliveries } from '@plotline/webhook/events/record-deliveries';
import { createService } from '@plotline/webhook/service';
import { type StartedService, startTestService } from '../../support/started-service.js';
import { internalSecret } from '../../support/test-runtime.js';

export interface PublishOptions {
  readonly workspaceId?: string;
  readonly mode?: Mode;
  readonly times?: number;
  readonly data?: unknown;
}

/** The webhook service. Tests hand events to its consumers; it consumes none of the broker. */
export interface WebhookService extends StartedService<Context> {
  /** Hands an event to its consumer, `times` times. */
  publish(name: string, options?: PublishOptions): Promise<InboundEvent>;
  /** Moves the service's clock forward. */
  advanceClock(milliseconds: number): void;
}

function createEvent(
  name: string,
  { workspaceId = 'ws_test', mode = 'live', data = { id: 'lead_1' } }: PublishOptions,
) {
  const id = `evt_${randomUUID()}`;
  const payload = JSON.stringify({ id, event: name, timestamp: new Date(), workspace_id: workspaceId, data });
  return { id, name, mode, payload, requestId: 'request-test' };
}

export async function startWebhookService(allowPrivate = true): Promise<WebhookService> {
  let aheadMs = 0;
  const service = await startTestService('webhook', {
    createContext: (runtime) => createContext(runtime, { allowPrivate, keyMaterial: internalSecret }),
    createService: (context) => ({ ...createService(context), consumers: [] }),
    clock: () => new Date(Date.now() + aheadMs),
  });
  const { context } = service;
  const consumers = { events: recordDeliveries(context), erasures: eraseLead(context) };
  return {
    ...service,
    publish: async (name, options = {}) => {
      const event = createEvent(name, options);
      const consumer = consumers[name === 'erasure.lead' ? 'erasures' : 'events'];
      for (let time = 0; time < (options.times ?? 1); time += 1) await consumer.handle(event);
      return event;
    },
    advanceClock: (milliseconds) => {
      aheadMs += milliseconds;
    },
  };
}
