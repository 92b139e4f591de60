import { randomUUID } from 'node:crypto';
import { type Caller, defaultPlace } from '@plotline/kit/core/caller';
import type { Call } from '@plotline/kit/http/handler';
import type { CallerKeyConfig } from '@plotline/kit/service/config';
import { createRuntime } from '@plotline/kit/service/runtime';
import { createContext } from '@plotline/pipeline/context';
import { createLead } from '@plotline/pipeline/leads/api/create-lead';
import { listLeads } from '@plotline/pipeline/leads/api/list-leads';
import { getLead } from '@plotline/pipeline/leads/api/read-lead';
import { withoutTraces } from '../../support/test-runtime.js';
import { createCalls, type StoreCall, type SystemLoad } from './loads.js';

/** Data that the process needs to start. */
export interface StoreOrder {
  readonly mongoUrl: string;
  readonly amqpUrl: string;
  /** Databases of the pipeline service. */
  readonly callerKeys: CallerKeyConfig;
  readonly peers: { readonly INVENTORY_GRPC: string; readonly TEAM_GRPC: string; readonly AUTH_GRPC: string };
  readonly workspaceId: string;
  readonly ids: readonly string[];
  readonly bodies: readonly object[];
}

/** Work that the process is sent repeatedly after its start. */
export interface StoreRound {
  readonly load: SystemLoad;
  readonly seconds: number;
}

// Runs the pipeline service's handlers on its databases in this process, without gateway, HTTP and JSON text.
process.once('message', async ({ mongoUrl, amqpUrl, callerKeys, peers, ...order }: StoreOrder) => {
  const runtime = await createRuntime('pipeline', {
    LOG_LEVEL: 'silent',
    LISTEN_HOST: '127.0.0.1',
    HTTP_PORT: 0,
    GRPC_PORT: 0,
    DRAIN_MS: 0,
    MONGO_URL: mongoUrl,
    MONGO_DATABASE: 'plotline_pipeline',
    MONGO_POOL_SIZE: 12,
    AMQP_URL: amqpUrl,
    ...callerKeys,
    ANSWER_SEAL_SECRET: 'seals_answers_in_the_benchmark_alone',
    ANSWER_SEAL_SECRET_PREVIOUS: '',
    ...withoutTraces,
  });
  const context = createContext(runtime, peers);
  const [get, list, create] = [getLead(context), listLeads(context), createLead(context)];

  const createCaller = (): Caller => ({
    workspaceId: order.workspaceId,
    mode: 'live',
    actor: { type: 'key', id: 'key_bench', name: 'Bench' },
    scopes: ['admin'],
    plan: 'enterprise',
    currency: 'USD',
    ...defaultPlace,
    requestId: randomUUID(),
    deadline: Date.now() + 10_000,
  });

  function answer(call: StoreCall): Promise<unknown> {
    const caller = createCaller();
    const common: Omit<Call, 'query' | 'body' | 'path'> = {
      caller,
      rowFaults: new Map(),
      header: () => undefined,
      address: '127.0.0.1',
      log: runtime.log,
    };
    const path = () => (call.kind === 'get' ? call.id : '');
    if (call.kind === 'get') return get({ ...common, path, body: undefined, query: { include_activity: false } });
    if (call.kind === 'list') {
      const query = { page: 1, per_page: 20, sort: 'created_at', order: 'desc' } as const;
      return list({ ...common, path, body: undefined, query });
    }
    return create.handle({ ...common, path, body: call.body, query: { on_duplicate: 'create' } });
  }

  const createCall = createCalls(order.ids, order.bodies, 'store');

  async function work({ load, seconds }: StoreRound): Promise<void> {
    const startedAt = performance.now();
    const end = startedAt + seconds * 1_000;
    let answered = 0;
    const worker = async () => {
      while (performance.now() < end) {
        await answer(createCall(load));
        answered += 1;
      }
    };
    await Promise.all(Array.from({ length: load.connections }, worker));
    process.send?.({ answered, seconds: (performance.now() - startedAt) / 1_000 });
  }

  process.on('message', work);
  process.send?.({ answered: 0, seconds: 0 });
});
process.once('disconnect', () => process.exit(0));
