import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { InboundEvent } from '@plotline/kit/broker/message';
import { type Caller, callerHeader, type Mode, signCaller } from '@plotline/kit/caller';
import { createServiceServer } from '@plotline/kit/http/service';
import { type Context, createContext } from '@plotline/webhook/context';
import { eraseLead } from '@plotline/webhook/events/erase-lead';
import { recordDeliveries } from '@plotline/webhook/events/record-deliveries';
import { createService } from '@plotline/webhook/service';
import { createAnswerCheck } from '../support/answer-check.js';
import { listenAnywhere } from '../support/listen-anywhere.js';
import { createTestRuntime, removeRuntime, testCaller } from '../support/test-runtime.js';

const contract = new URL('../../services/webhook/openapi.yaml', import.meta.url);
const checkAnswer = createAnswerCheck(contract);

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or null without a body. */
  readonly body: unknown;
  /** What the gateway makes `meta` of. */
  readonly meta: unknown;
}

export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly caller?: Caller;
}

/** The service over real stores, called as the gateway and the broker would call it. */
export interface WebhookFixture {
  readonly context: Context;
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<HttpAnswer>;
  /** Hands the service an event as the broker does, several times when asked. */
  readonly publish: (name: string, options?: PublishOptions) => Promise<InboundEvent>;
  /** Lets the service's clock run ahead. */
  readonly passTime: (milliseconds: number) => void;
  readonly stop: () => Promise<void>;
}

export interface PublishOptions {
  readonly workspaceId?: string;
  readonly mode?: Mode;
  readonly times?: number;
  readonly data?: unknown;
}

async function callServer(port: number, secret: string, method: string, path: string, options: CallOptions) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      [callerHeader]: signCaller(options.caller ?? testCaller(), secret),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    body: options.body === undefined ? null : JSON.stringify(options.body),
  });
  const text = await response.text();
  const meta = response.headers.get('x-plotline-meta');
  if (response.ok) checkAnswer(method, path, response.status, text === '' ? null : JSON.parse(text));
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : JSON.parse(text),
    meta: meta === null ? null : JSON.parse(meta),
  };
}

function eventOf(name: string, { workspaceId = 'ws_test', mode = 'live', data = { id: 'lead_1' } }: PublishOptions) {
  const id = `evt_${randomUUID()}`;
  const payload = JSON.stringify({ id, event: name, timestamp: new Date(), workspace_id: workspaceId, data });
  return { id, name, mode, payload, requestId: 'request-test' };
}

async function closed(server: Server): Promise<void> {
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
}

export async function startWebhookService(allowPrivate = true): Promise<WebhookFixture> {
  let ahead = 0;
  const runtime = await createTestRuntime('webhook', () => new Date(Date.now() + ahead));
  const context = createContext(runtime, { allowPrivate, keyMaterial: runtime.secret });
  await runtime.prepare();
  const { idempotency, secret, log, metrics } = runtime;
  const { handlers } = createService(context);
  const server = createServiceServer({ contract, handlers, idempotency, secret, log, metrics, ready: () => true });
  const port = await listenAnywhere(server);
  context.dispatcher.start();
  const consumers = { events: recordDeliveries(context), erasures: eraseLead(context) };
  return {
    context,
    call: (method, path, options = {}) => callServer(port, secret, method, path, options),
    publish: async (name, options = {}) => {
      const event = eventOf(name, options);
      const consumer = consumers[name === 'erasure.lead' ? 'erasures' : 'events'];
      for (let time = 0; time < (options.times ?? 1); time += 1) await consumer.handle(event);
      return event;
    },
    passTime: (milliseconds) => {
      ahead += milliseconds;
    },
    stop: async () => {
      await context.dispatcher.stop();
      await closed(server);
      await removeRuntime(runtime);
    },
  };
}
