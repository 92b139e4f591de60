import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { InboundEvent } from '@plotline/kit/broker/message';
import { type Caller, callerHeader, type Mode, signCaller } from '@plotline/kit/caller';
import { createServiceServer } from '@plotline/kit/http/service';
import { type Context, createContext } from '@plotline/webhook/context';
import { eraseLead } from '@plotline/webhook/events/erase-lead';
import { recordDeliveries } from '@plotline/webhook/events/record-deliveries';
import { createService } from '@plotline/webhook/service';
import { createAnswerCheck } from '../../support/answer-check.js';
import { listenAnywhere } from '../../support/listen-anywhere.js';
import { createTestRuntime, removeRuntime, testCaller } from '../../support/test-runtime.js';

const contract = new URL('../../../services/webhook/openapi.yaml', import.meta.url);
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

export interface PublishOptions {
  readonly workspaceId?: string;
  readonly mode?: Mode;
  readonly times?: number;
  readonly data?: unknown;
}

/** The service over real stores, called as the gateway and the broker call it. */
export interface WebhookService {
  readonly context: Context;
  /** Calls an endpoint. Throws when a successful answer does not match openapi.yaml. */
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<HttpAnswer>;
  /** Hands an event to its consumer, `times` times. */
  readonly publish: (name: string, options?: PublishOptions) => Promise<InboundEvent>;
  /** Moves the service's clock forward. */
  readonly advanceClock: (milliseconds: number) => void;
  readonly stop: () => Promise<void>;
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
  const body: unknown = text === '' ? null : JSON.parse(text);
  if (response.ok) checkAnswer(method, path, response.status, body);
  const meta: unknown = JSON.parse(response.headers.get('x-plotline-meta') ?? 'null');
  return { status: response.status, headers: response.headers, body, meta };
}

function createEvent(
  name: string,
  { workspaceId = 'ws_test', mode = 'live', data = { id: 'lead_1' } }: PublishOptions,
) {
  const id = `evt_${randomUUID()}`;
  const payload = JSON.stringify({ id, event: name, timestamp: new Date(), workspace_id: workspaceId, data });
  return { id, name, mode, payload, requestId: 'request-test' };
}

async function closeServer(server: Server): Promise<void> {
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
}

export async function startWebhookService(allowPrivate = true): Promise<WebhookService> {
  let aheadMs = 0;
  const runtime = await createTestRuntime('webhook', () => new Date(Date.now() + aheadMs));
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
      const event = createEvent(name, options);
      const consumer = consumers[name === 'erasure.lead' ? 'erasures' : 'events'];
      for (let time = 0; time < (options.times ?? 1); time += 1) await consumer.handle(event);
      return event;
    },
    advanceClock: (milliseconds) => {
      aheadMs += milliseconds;
    },
    stop: async () => {
      await context.dispatcher.stop();
      await closeServer(server);
      await removeRuntime(runtime);
    },
  };
}
