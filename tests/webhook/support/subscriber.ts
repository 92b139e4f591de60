import { createHmac } from 'node:crypto';
import type { InboundEvent } from '@plotline/kit/broker/message';
import type { Mode } from '@plotline/kit/core/caller';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import type { Received } from '../../support/receiver.js';
import type { Reply } from '../../support/started-service.js';
import { createEvent, type PublishOptions, type WebhookService } from './webhook-service.js';

/** Delivery as the delivery log shows it. */
export interface LoggedDelivery {
  readonly id: string;
  readonly event_id: string;
  readonly status: string;
  readonly response_code: number | null;
  readonly error?: string;
  readonly next_retry?: string;
  readonly attempts: readonly { readonly timestamp: string; readonly error: string | null }[];
}

/** Default secret for webhooks that tests create. */
export const testSecret = 'a secret for tests';

/** Returns whether a request's X-Service-Signature is correct for a secret. */
export function isSigned({ headers, body }: Received, secret = testSecret): boolean {
  const timestamp = headers['x-service-timestamp'];
  const expected = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return headers['x-service-signature'] === `sha256=${expected}`;
}

export function getField(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
}

/** The `stats` of a webhook. */
export function toStats(total: number, successful: number, failed: number) {
  return { deliveries_total: total, deliveries_successful: successful, deliveries_failed: failed };
}

let workspaces = 0;

/** Workspace with webhooks. */
export class Subscriber {
  readonly #service: WebhookService;
  readonly #mode: Mode;
  readonly #plan: string;
  readonly workspaceId = `ws_${++workspaces}`;

  constructor(service: WebhookService, mode: Mode = 'live', plan = 'enterprise') {
    this.#service = service;
    this.#mode = mode;
    this.#plan = plan;
  }

  /** Calls an endpoint below /v1/webhooks. */
  call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const as = { workspaceId: this.workspaceId, mode: this.#mode, plan: this.#plan };
    return this.#service.request(method, `/v1/webhooks${path}`, { as, body, headers });
  }

  /** Returns an event in this workspace that no consumer has received yet. */
  prepare(name: string, options: PublishOptions = {}): InboundEvent {
    const common = { workspaceId: this.workspaceId, mode: this.#mode, timestamp: this.#service.context.clock() };
    return createEvent(name, { ...common, ...options });
  }

  /** Passes an event to its consumer. Rejects if the consumer fails. */
  consume(event: InboundEvent): Promise<void> {
    return this.#service.consume(event);
  }

  publish(name: string, options: PublishOptions = {}): Promise<InboundEvent> {
    return this.#service.publish(name, { workspaceId: this.workspaceId, mode: this.#mode, ...options });
  }

  /** Creates a webhook for `lead.created` and resolves to the webhook's id. */
  async subscribe(url: string, change: object = {}): Promise<string> {
    const request = { url, events: ['lead.created'], secret: testSecret, ...change };
    const { status, body } = await this.call('POST', '', request);
    expect(status).to.equal(201);
    return String(getField(body, 'id'));
  }

  async readWebhook(id: string): Promise<unknown> {
    return (await this.call('GET', `/${id}`)).body;
  }

  async listDeliveries(id: string, query = ''): Promise<LoggedDelivery[]> {
    const { status, body } = await this.call('GET', `/${id}/deliveries${query}`);
    expect(status).to.equal(200);
    if (!Array.isArray(body)) throw new Error('The answer is not a list.');
    return body;
  }

  /** Resolves to the newest delivery once it has that status and number of attempts. */
  waitForDelivery(id: string, status: string, attempts = 1): Promise<LoggedDelivery> {
    return eventually(async () => {
      const [delivery] = await this.listDeliveries(id);
      if (!delivery) throw new Error('The delivery log is empty.');
      expect(delivery).to.include({ status });
      expect(delivery.attempts).to.have.length(attempts);
      return delivery;
    });
  }
}
