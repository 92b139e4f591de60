import { type Broker, createBroker } from '@plotline/kit/broker/broker';
import { requestBudgetMs } from '@plotline/kit/deadline';
import { createLog, type Logger } from '@plotline/kit/process/log';
import { createMetrics, type Metrics } from '@plotline/kit/process/metrics';
import { createPeer, type Peer } from '@plotline/kit/rpc/client';
import type { GatewayConfig } from './config.js';
import { mergeParts, type ServiceRoute } from './contract/merge.js';
import { ownService, readParts } from './contract/parts.js';
import { createPublicDocument } from './contract/public-document.js';
import { createRouter, type FindRoute } from './contract/routes.js';
import type { Exchange } from './edge/exchange.js';
import { createExchangeLog, type ExchangeLog } from './edge/exchange-log.js';
import { KeyCache } from './edge/key-cache.js';
import { createKeyConsumer } from './edge/key-events.js';
import { type KeyUses, rememberKeyUses } from './edge/key-uses.js';
import { connectRedis } from './edge/redis.js';
import { Upstream } from './edge/upstream.js';
import { createVerifyKey, type VerifyKey } from './edge/verify-key.js';
import { createAddressOf } from './limits/address.js';
import { measureLimits } from './limits/limit-metrics.js';
import { Limits } from './limits/limits.js';
import { createServeDocument } from './public/serve-document.js';
import { createServeRateLimit, type ServeRateLimit } from './public/serve-rate-limit.js';

/** All that a request needs, built once. */
export interface Context {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly logWhenOver: ExchangeLog;
  readonly secret: string;
  /** Milliseconds from a request's arrival to its deadline. */
  readonly budget: number;
  readonly authUrl: string;
  readonly keys: KeyCache;
  readonly keyUses: KeyUses;
  readonly limits: Limits;
  readonly findRoute: FindRoute;
  readonly serveDocument: (exchange: Exchange) => void;
  readonly serveRateLimit: ServeRateLimit;
  upstreamOf(route: ServiceRoute): Upstream;
  /** Closes the connections to the services, the auth peer and Redis. */
  closePools(): Promise<void>;
  closeBroker(): Promise<void>;
}

/** What tests replace. */
export interface Overrides {
  readonly log?: Logger;
  readonly budget?: number;
  readonly verifyKey?: VerifyKey;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  /** No broker: keys are forgotten by age alone. */
  readonly broker?: null;
  /** What the windows of rate limits are told by, in milliseconds since the epoch. */
  readonly clock?: () => number;
}

function createUpstreams(config: GatewayConfig, routes: readonly ServiceRoute[]): Map<string, Upstream> {
  const urls: Readonly<Record<string, string>> = {
    auth: config.AUTH_URL,
    inventory: config.INVENTORY_URL,
    pipeline: config.PIPELINE_URL,
    team: config.TEAM_URL,
    webhook: config.WEBHOOK_URL,
  };
  const upstreams = new Map<string, Upstream>();
  for (const service of new Set(routes.map(({ service }) => service).filter((service) => service !== ownService))) {
    const url = urls[service];
    if (url === undefined) throw new Error(`The contract has a service ${service} whose address is not configured.`);
    upstreams.set(service, new Upstream(url));
  }
  return upstreams;
}

/** Reads the contract and opens what the gateway works with; throws when the contract does not hold together. */
export async function createContext(config: GatewayConfig, overrides: Overrides = {}): Promise<Context> {
  const contract = mergeParts(readParts(config.CONTRACTS));
  const findRoute = createRouter(contract.routes);
  const upstreams = createUpstreams(config, contract.routes);
  const log = overrides.log ?? createLog('gateway', config.LOG_LEVEL);
  const auth: Peer = createPeer({ name: 'auth', address: config.AUTH_GRPC, secret: config.INTERNAL_SECRET });
  const keys = new KeyCache(overrides.verifyKey ?? createVerifyKey(auth), overrides.now);
  const broker: Broker | null =
    overrides.broker === null
      ? null
      : await createBroker({ url: config.AMQP_URL, log, consumers: [createKeyConsumer(keys, log)] });
  const redis = connectRedis(config.REDIS_URL, log);
  const metrics = createMetrics('gateway');
  measureLimits(metrics.registry, redis);
  const limits = new Limits({
    redis,
    factor: config.LIMITS_FACTOR,
    addressOf: createAddressOf(config.TRUSTED_PROXIES),
    ...(overrides.clock ? { now: overrides.clock } : {}),
  });
  return {
    log,
    metrics,
    logWhenOver: createExchangeLog(log, metrics),
    secret: config.INTERNAL_SECRET,
    budget: overrides.budget ?? requestBudgetMs,
    authUrl: config.AUTH_URL,
    keys,
    keyUses: rememberKeyUses(redis),
    limits,
    findRoute,
    serveDocument: createServeDocument(createPublicDocument(contract)),
    serveRateLimit: createServeRateLimit(),
    upstreamOf: ({ service }) => {
      const upstream = upstreams.get(service);
      if (!upstream) throw new Error(`There is no address for ${service}.`);
      return upstream;
    },
    closePools: async () => {
      await Promise.all([...upstreams.values()].map((upstream) => upstream.close()));
      auth.close();
      redis.disconnect();
    },
    closeBroker: async () => {
      await broker?.stopConsuming();
      await broker?.close();
    },
  };
}
