import { fileURLToPath } from 'node:url';
import {
  callerKeySpecs,
  limitSpecs,
  positiveInteger,
  publicAddressSpecs,
  publicOrigin,
  readConfig,
  serviceSpecs,
} from '@plotline/kit/service/config';
import { tracingSpecs } from '@plotline/kit/telemetry/start-tracing';
import { bool, num, port, str } from 'envalid';

const serviceUrl = (localPort: number) =>
  str({ default: `http://127.0.0.1:${localPort}`, desc: 'address of a service, HTTP' });

const specs = {
  LOG_LEVEL: serviceSpecs.LOG_LEVEL,
  API_PORT: port({ default: 8080, desc: 'live API' }),
  SANDBOX_PORT: port({ default: 8081, desc: 'sandbox API' }),
  AUTH_PORT: port({ default: 8082, desc: 'authorization server and dashboard' }),
  PRIVATE_PORT: port({ desc: '/health, /ready and /metrics; not public' }),
  PRIVATE_HOST: str({ default: '', desc: 'address of the interface of the private port; empty for all' }),
  DRAIN_MS: num({
    default: 0,
    desc: 'how long a stopping gateway accepts connections and leaves idle ones open; longer than a balancer keeps them',
  }),
  ...publicAddressSpecs,
  SANDBOX_BASE_URL: publicOrigin({ default: undefined, desc: 'public address of the sandbox API' }),
  AUTH_URL: serviceUrl(4101),
  INVENTORY_URL: serviceUrl(4102),
  PIPELINE_URL: serviceUrl(4103),
  TEAM_URL: serviceUrl(4104),
  WEBHOOK_URL: serviceUrl(4105),
  TRANSFER_URL: serviceUrl(4106),
  CONNECT_URL: serviceUrl(4107),
  AUTH_GRPC: str({ desc: 'host:port of the auth service, gRPC' }),
  AMQP_URL: serviceSpecs.AMQP_URL,
  REDIS_URL: str({
    desc: 'counts of the rate limits, and the registry of Idempotency-Keys; several nodes of a cluster separated by commas',
  }),
  REDIS_CLUSTER: bool({ default: false, desc: 'REDIS_URL names nodes of a Redis Cluster' }),
  REDIS_PATIENCE_MS: positiveInteger({
    default: 100,
    desc: 'how long a request waits for Redis; after that Redis counts as unavailable, and limits are counted in memory',
  }),
  ...limitSpecs,
  TRUSTED_PROXIES: str({
    default: '',
    desc: 'number of proxies in front, or their addresses or subnets separated by commas; their X-Forwarded-For is trusted',
  }),
  MAX_CONNECTIONS_PER_ADDRESS: positiveInteger({
    default: 1_000,
    desc: 'connections of one address to one gateway; trusted proxies have no limit',
  }),
  ...callerKeySpecs,
  ...tracingSpecs,
  CONTRACTS: str({
    default: fileURLToPath(new URL('../../services', import.meta.url)),
    desc: 'folder with <service>/openapi.yaml',
  }),
  DASHBOARD: str({
    default: fileURLToPath(new URL('../../services/dashboard/dist/app', import.meta.url)),
    desc: 'folder with the built dashboard',
  }),
  MAP_TILES_URL: str({
    default: '',
    desc: 'address of map tiles with {z}, {x} and {y} for the dashboard, such as https://tiles.example.com/{z}/{x}/{y}.png; empty for the built-in map',
  }),
  MAP_TILES_ATTRIBUTION: str({ default: '', desc: 'text that the owner of the map tiles requires on the map' }),
  DOCS: str({
    default: fileURLToPath(new URL('../../services/docs/dist/site', import.meta.url)),
    desc: 'folder with the built reference and guides',
  }),
};

/** Reads the gateway's environment; throws an error that lists every invalid variable. */
export function readGatewayConfig(environment: NodeJS.ProcessEnv = process.env) {
  return readConfig(specs, environment);
}

export type GatewayConfig = ReturnType<typeof readGatewayConfig>;
