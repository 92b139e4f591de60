import { once } from 'node:events';
import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type Gateway, startGateway } from '@plotline/gateway/app';
import { readGatewayConfig } from '@plotline/gateway/config';
import { type Context, createContext, type Overrides } from '@plotline/gateway/context';
import { type Caller, verifyCall } from '@plotline/kit/core/caller';
import { stopInOrder } from '@plotline/kit/service/lifecycle';
import { createLog } from '@plotline/kit/telemetry/log';
import { callerKeysOf, callerKeyVariables } from '../../support/caller-keys.js';
import { StubService } from './stub-service.js';
import { StubVerification } from './stub-verification.js';

export const contracts = fileURLToPath(new URL('./contracts', import.meta.url));

function getUrl(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}

/** Gateway on free ports. One stub replaces every service. */
export interface GatewayFixture {
  readonly live: string;
  readonly sandbox: string;
  readonly auth: string;
  readonly private: string;
  readonly stub: StubService;
  readonly verification: StubVerification;
  readonly context: Context;
  readonly gateway: Gateway;
  /** Verifies and returns the signed caller of the last request to the pipeline service, or null. */
  verifyLastCaller(): Caller | null;
  /** Runs work with a short deadline for its requests. All other requests have the production deadline. */
  withBudget<T>(budgetMs: number, work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/**
 * Starts the fixture. Merges `environment` into the config, and `overrides` into the context. Without an AMQP_URL,
 * there is no broker. Without a REDIS_URL, limits are counted in memory. Without an AUTH_GRPC, a stub verifies
 * credentials.
 */
export async function startGatewayFixture(
  overrides: Overrides = {},
  environment: Record<string, string> = {},
): Promise<GatewayFixture> {
  const stub = new StubService();
  const stubUrl = await stub.start();
  const verification = new StubVerification();
  const config = readGatewayConfig({
    PRIVATE_PORT: '1',
    AUTH_BASE_URL: 'http://localhost:8082',
    API_BASE_URL: 'http://localhost:8080',
    SANDBOX_BASE_URL: 'http://localhost:8081',
    AUTH_URL: stubUrl,
    PIPELINE_URL: stubUrl,
    INVENTORY_URL: stubUrl,
    TRANSFER_URL: stubUrl,
    CONNECT_URL: stubUrl,
    AUTH_GRPC: '127.0.0.1:1',
    AMQP_URL: 'amqp://127.0.0.1:1',
    REDIS_URL: 'redis://127.0.0.1:1',
    // Waits long for Redis. On a machine that is busy with other tests, Redis is slow but not unavailable.
    REDIS_PATIENCE_MS: '4000',
    ...callerKeyVariables('gateway'),
    CONTRACTS: contracts,
    LOG_LEVEL: 'silent',
    LIMITS_FACTOR: '1000',
    ...environment,
  });
  const log = createLog('gateway', 'silent');
  const broker = environment['AMQP_URL'] === undefined ? { broker: null } : {};
  const stubbed =
    environment['AUTH_GRPC'] === undefined
      ? { verifyCredential: verification.verify, recordKeyRequest: () => undefined }
      : {};
  const context = await createContext(config, {
    log,
    ...broker,
    ...stubbed,
    warmUp: async () => undefined,
    ...overrides,
  });
  const gateway = await startGateway(context, { api: 0, sandbox: 0, auth: 0, private: 0 }, config.DRAIN_MS);
  const { servers } = gateway;
  return {
    live: getUrl(servers.api),
    sandbox: getUrl(servers.sandbox),
    auth: getUrl(servers.auth),
    private: getUrl(servers.private),
    stub,
    verification,
    context,
    gateway,
    verifyLastCaller: () => {
      const { method, url, headers } = stub.last;
      const target = { service: 'pipeline', method, path: url };
      return verifyCall(String(headers['x-plotline-caller']), target, callerKeysOf(target.service))?.caller ?? null;
    },
    withBudget: async (budgetMs, work) => {
      const usual = context.budgetMs;
      Object.assign(context, { budgetMs });
      try {
        return await work();
      } finally {
        Object.assign(context, { budgetMs: usual });
      }
    },
    stop: async () => {
      await Promise.all(Object.values(servers).map((server) => closeNow(server)));
      await stopInOrder(gateway.shutdownSteps, log);
      await stub.stop();
    },
  };
}

async function closeNow(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
