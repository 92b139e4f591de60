import { join } from 'node:path';
import { type Broker, createBroker } from '@plotline/kit/broker/broker';
import { createCallerKeys } from '@plotline/kit/core/caller-keys';
import { realTime, requestBudgetMs } from '@plotline/kit/core/time';
import { toLimitedNetwork } from '@plotline/kit/http/request';
import { createPeer, type Peer } from '@plotline/kit/rpc/client';
import { toCallerKeyOptions } from '@plotline/kit/service/config';
import type { Transports } from '@plotline/kit/service/transports';
import { createLog, type Logger } from '@plotline/kit/telemetry/log';
import { createMetrics, type Metrics } from '@plotline/kit/telemetry/metrics';
import { VerificationServiceService } from '@plotline/protos/plotline/auth/v1/verification';
import type { Dispatcher } from 'undici';
import { ChangeFeed } from './changes/change-feed.js';
import { createChangeConsumer } from './changes/consume-changes.js';
import { createFindResources } from './changes/find-resources.js';
import { createStreamLimits } from './changes/stream-limits.js';
import type { GatewayConfig } from './config.js';
import { createDocuments } from './contract/documents.js';
import { gatewayService, readContract, type ServiceRoute } from './contract/merge.js';
import { createRouter } from './contract/routes.js';
import { createAccessLog } from './edge/access-log.js';
import { AccessTokens } from './edge/access-tokens.js';
import { ConnectionLimit } from './edge/connection-limit.js';
import { CredentialCache } from './edge/credential-cache.js';
import { createIdempotencyKeyRegistry } from './edge/idempotency-keys.js';
import { createRecordKeyRequest, createSendTraffic, type RecordKeyRequest } from './edge/key-traffic.js';
import { createServeRateLimitStatus } from './edge/rate-limit-status.js';
import { repeatUnanswered } from './edge/repeat-unanswered.js';
import { createRevocationConsumer } from './edge/revocations.js';
import { createSharedBudget } from './edge/shared-budget.js';
import { createTokenKeys, type TokenKeys } from './edge/token-keys.js';
import { createTransfers } from './edge/transfers.js';
import { registerUpstreamMetrics, Upstream } from './edge/upstream.js';
import { createVerifyCredential, type VerifyCredential } from './edge/verify-credential.js';
import { type WarmUpStep, warmUp } from './edge/warm-up.js';
import { createClientAddresses, findWideTrust } from './limits/client-address.js';
import { RateLimits } from './limits/rate-limits.js';
import { SharedRedis } from './limits/redis.js';
import { createServeDashboard, dashboardHome } from './public/dashboard.js';
import { createServeDocs, docsHome } from './public/docs.js';
import { readTiles } from './public/map-tiles.js';
import type { PublicContext } from './public/public-context.js';

/** Parts of the gateway, built once. */
export interface Context extends PublicContext {
  readonly metrics: Metrics;
  readonly connectionLimit: ConnectionLimit;
  /** Opens the connections that the first requests need. Resolves when they are open, or after ten seconds. */
  warmUp(): Promise<void>;
  /** Closes the connections to the services (HTTP and gRPC) and to Redis. */
  closePools(): Promise<void>;
  closeBroker(): Promise<void>;
}

/** Parts that tests replace. `deploy/single`, which also runs the services, replaces some too. */
export interface Overrides {
  /** Opens the transport for requests to a service; pooled connections by default. */
  readonly openDispatcher?: (service: string) => Dispatcher;
  /** Opens the transport for calls to a service; gRPC by default. */
  readonly openChannel?: Transports['openChannel'];
  readonly log?: Logger;
  readonly verifyCredential?: VerifyCredential;
  readonly warmUp?: () => Promise<void>;
  /** Null disables the broker. Credentials then leave the cache only when they expire. */
  readonly broker?: null;
  /** Clock of the credential cache, in monotonic milliseconds. */
  readonly credentialsNow?: () => number;
  /** Clock of the rate limits, in milliseconds since the epoch. */
  readonly rateLimitsNow?: () => number;
  /** Records the requests made with keys. By default, calls the auth service to do so. */
  readonly recordKeyRequest?: RecordKeyRequest;
}

const mebibyte = 1_048_576;
const ofBodies = {
  messages: {
    owner: 'The bodies of your running requests are too large in total. Try again in 1 second.',
    total: 'Too many request bodies are arriving at the moment.',
  },
  retryAfter: 1,
};
const apiBodyBudget = { max: 128 * mebibyte, perOwner: 32 * mebibyte, ...ofBodies };
const authBodyBudget = { max: 16 * mebibyte, perOwner: mebibyte, ...ofBodies };

type OpenUpstream = (service: string, url: string) => Upstream;

function createOpenUpstream({ openDispatcher }: Overrides): OpenUpstream {
  return (service, url) => new Upstream(url, openDispatcher && (() => openDispatcher(service)));
}

function createUpstreams(
  config: GatewayConfig,
  routes: readonly ServiceRoute[],
  open: OpenUpstream,
): Map<string, Upstream> {
  const urls: Readonly<Record<string, string>> = {
    auth: config.AUTH_URL,
    inventory: config.INVENTORY_URL,
    pipeline: config.PIPELINE_URL,
    team: config.TEAM_URL,
    webhook: config.WEBHOOK_URL,
    transfer: config.TRANSFER_URL,
    connect: config.CONNECT_URL,
  };
  const upstreams = new Map<string, Upstream>();
  for (const service of new Set(routes.map(({ service }) => service).filter((service) => service !== gatewayService))) {
    const url = urls[service];
    if (url === undefined) throw new Error(`The contract has a service ${service} whose address is not configured.`);
    upstreams.set(service, open(service, url));
  }
  return upstreams;
}

/**
 * Calls each replica of the auth service once. This opens the connections and compiles the code that all requests run.
 */
function createWarmUpSteps(auth: Peer, tokenKeys: TokenKeys): readonly WarmUpStep[] {
  const { verifyKeys } = VerificationServiceService;
  return [
    { name: 'credentials', run: () => auth.call(verifyKeys, { keys: [] }, {}) },
    { name: 'token keys', run: () => tokenKeys.load() },
  ];
}

/** Reads the contract and opens the connections; throws when the contract is not valid. */
export async function createContext(config: GatewayConfig, overrides: Overrides = {}): Promise<Context> {
  const contract = readContract(config.CONTRACTS);
  const openUpstream = createOpenUpstream(overrides);
  const upstreams = createUpstreams(config, contract.routes, openUpstream);
  const publicFiles = openUpstream('transfer', config.TRANSFER_URL);
  const mediaFiles = openUpstream('transfer', config.TRANSFER_URL);
  const hooks = openUpstream('connect', config.CONNECT_URL);
  const log = overrides.log ?? createLog('gateway', config.LOG_LEVEL);
  const callerKeys = createCallerKeys(toCallerKeyOptions(config));
  const metrics = createMetrics('gateway');
  const { registry } = metrics;
  registerUpstreamMetrics(
    registry,
    new Map([...upstreams, ['public_files', publicFiles], ['media_files', mediaFiles], ['hooks', hooks]]),
  );
  const channel = overrides.openChannel && { openChannel: overrides.openChannel };
  const auth: Peer = createPeer({ name: 'auth', address: config.AUTH_GRPC, callerKeys, metrics, ...channel });
  const verifyCredential = overrides.verifyCredential ?? createVerifyCredential(repeatUnanswered(auth));
  const publicAddresses = { api: config.API_BASE_URL, sandbox: config.SANDBOX_BASE_URL, auth: config.AUTH_BASE_URL };
  const documents = createDocuments(contract, config.CONTRACTS, publicAddresses);
  const credentials = new CredentialCache(
    verifyCredential,
    overrides.credentialsNow && { ...realTime, monotonic: overrides.credentialsNow },
  );
  const tokenKeys = createTokenKeys({ url: `${config.AUTH_URL}/.well-known/jwks.json` });
  const accessTokens = new AccessTokens({
    getKey: tokenKeys.get,
    issuer: config.AUTH_BASE_URL,
    audience: config.API_BASE_URL,
    credentials,
  });
  const feed = new ChangeFeed({ registry });
  const broker: Broker | null =
    overrides.broker === null
      ? null
      : await createBroker({
          url: config.AMQP_URL,
          log,
          consumers: [createRevocationConsumer([credentials, feed], log), createChangeConsumer(feed, log)],
          registry,
        });
  if (broker) feed.follow(broker);
  const { REDIS_URL: url, REDIS_CLUSTER: isCluster, REDIS_PATIENCE_MS: patienceMs } = config;
  const redis = new SharedRedis({ url, isCluster, patienceMs, log, registry });
  const addresses = createClientAddresses(config.TRUSTED_PROXIES);
  const wideTrust = findWideTrust(config.TRUSTED_PROXIES);
  if (wideTrust.length > 0)
    log.warn({ trusted_proxies: wideTrust }, 'clients with private addresses can spoof their address');
  const rateLimits = new RateLimits({
    redis,
    factor: config.LIMITS_FACTOR,
    readNetwork: (request) => toLimitedNetwork(addresses.read(request)),
    ...(overrides.rateLimitsNow ? { now: overrides.rateLimitsNow } : {}),
  });
  const recordKeyRequest = overrides.recordKeyRequest ?? createRecordKeyRequest({ send: createSendTraffic(auth), log });
  return {
    log,
    metrics,
    logOnClose: createAccessLog({ log, metrics, addresses, recordKeyRequest }),
    callerKeys,
    budgetMs: requestBudgetMs,
    authUrl: config.AUTH_URL,
    authBaseUrl: config.AUTH_BASE_URL,
    credentials,
    accessTokens,
    idempotencyKeys: createIdempotencyKeyRegistry(redis),
    rateLimits,
    addresses,
    connectionLimit: new ConnectionLimit({
      maxConnections: config.MAX_CONNECTIONS_PER_ADDRESS,
      addresses,
      registry,
    }),
    bodies: createSharedBudget(apiBodyBudget),
    authBodies: createSharedBudget(authBodyBudget),
    transfers: createTransfers(),
    publicFiles,
    mediaFiles,
    hooks,
    changes: { feed, findResources: createFindResources(contract.routes), ...createStreamLimits() },
    findRoute: createRouter(contract.routes),
    serveDocs: createServeDocs({
      document: documents.api,
      folder: join(config.DOCS, 'api'),
      addresses: publicAddresses,
      home: docsHome,
    }),
    serveAuthDocs: createServeDocs({
      document: documents.auth,
      folder: join(config.DOCS, 'auth'),
      addresses: publicAddresses,
      home: dashboardHome,
    }),
    serveDashboard: createServeDashboard(config.DASHBOARD, {
      mediaOrigin: config.API_BASE_URL,
      tiles: readTiles(config),
    }),
    serveRateLimitStatus: createServeRateLimitStatus(),
    getUpstream: (service) => {
      const upstream = upstreams.get(service);
      if (!upstream) throw new Error(`There is no address for ${service}.`);
      return upstream;
    },
    warmUp: overrides.warmUp ?? (() => warmUp(createWarmUpSteps(auth, tokenKeys), { log })),
    closePools: async () => {
      await Promise.all([...upstreams.values(), publicFiles, mediaFiles, hooks].map((upstream) => upstream.close()));
      auth.close();
      redis.close();
    },
    closeBroker: async () => {
      await broker?.stopConsuming();
      await broker?.close();
    },
  };
}
