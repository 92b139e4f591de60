import { createHmac } from 'node:crypto';
import type { InboundEvent } from '@plotline/kit/broker/message';
import type { Mode } from '@plotline/kit/caller';
import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import type { Received } from '../support/receiver.js';
import { testCaller } from '../support/test-runtime.js';
import type { HttpAnswer, PublishOptions, WebhookFixture } from './webhook-fixture.js';

/** A delivery as the log shows it. */
export interface Logged {
  readonly id: string;
  readonly event_id: string;
  readonly status: string;
  readonly response_code: number | null;
  readonly error?: string;
  readonly next_retry?: string;
  readonly attempts: readonly { readonly timestamp: string; readonly error: string | null }[];
}

/** The secret of every subscription that a test makes, unless it says otherwise. */
export const testSecret = 'a secret for tests';

/** Whether the service's signature of a request is the one for a secret. */
export function isSigned({ headers, body }: Received, secret = testSecret): boolean {
  const timestamp = headers['x-service-timestamp'];
  const expected = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return headers['x-service-signature'] === `sha256=${expected}`;
}

export function field(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
}

let workspaces = 0;

/** A customer in a workspace of its own. */
export class Subscriber {
  readonly #service: WebhookFixture;
  readonly #mode: Mode;
  readonly workspaceId = `ws_${++workspaces}`;

  constructor(service: WebhookFixture, mode: Mode = 'live') {
    this.#service = service;
    this.#mode = mode;
  }

  call(method: string, path: string, body?: unknown): Promise<HttpAnswer> {
    return this.#service.call(method, `/v1/webhooks${path}`, {
      caller: testCaller(this.workspaceId, this.#mode),
      body,
    });
  }

  publish(name: string, options: PublishOptions = {}): Promise<InboundEvent> {
    return this.#service.publish(name, { workspaceId: this.workspaceId, mode: this.#mode, ...options });
  }

  /** A subscription to `lead.created`; resolves to its id. */
  async subscribe(url: string, change: object = {}): Promise<string> {
    const { status, body } = await this.call('POST', '', {
      url,
      events: ['lead.created'],
      secret: testSecret,
      ...change,
    });
    expect(status).to.equal(201);
    return String(field(body, 'id'));
  }

  async read(id: string): Promise<unknown> {
    return (await this.call('GET', `/${id}`)).body;
  }

  async log(id: string, query = ''): Promise<Logged[]> {
    const { status, body } = await this.call('GET', `/${id}/deliveries${query}`);
    expect(status).to.equal(200);
    if (!Array.isArray(body)) throw new Error('The log is no list.');
    return body;
  }

  /** The newest delivery, once it has that status and so many attempts. */
  settled(id: string, status: string, attempts = 1): Promise<Logged> {
    return eventually(async () => {
      const [delivery] = await this.log(id);
      if (!delivery) throw new Error('Nothing is in the log.');
      expect(delivery).to.include({ status });
      expect(delivery.attempts).to.have.length(attempts);
      return delivery;
    });
  }
}

/** The `stats` of a webhook. */
export function counts(deliveries_total: number, deliveries_successful: number, deliveries_failed: number) {
  return { deliveries_total, deliveries_successful, deliveries_failed };
}
