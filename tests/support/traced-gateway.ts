import { startGateway } from '@plotline/gateway/app';
import { readGatewayConfig } from '@plotline/gateway/config';
import { createContext } from '@plotline/gateway/context';
import { stopInOrder } from '@plotline/kit/service/lifecycle';
import { createLog } from '@plotline/kit/telemetry/log';
import { startTracing } from '@plotline/kit/telemetry/start-tracing';
import { collector, system } from './system.js';
import { readCallerKeyVariables } from './system-keys.js';

/** Starts another gateway in the running system. It records every request. */
export async function startTracedGateway() {
  const { services, amqpUrl, redisUrl, urls } = system();
  const config = readGatewayConfig({
    LOG_LEVEL: 'silent',
    PRIVATE_PORT: '1',
    AUTH_BASE_URL: urls.auth,
    API_BASE_URL: urls.api,
    SANDBOX_BASE_URL: urls.sandbox,
    AUTH_URL: services.auth.httpUrl,
    INVENTORY_URL: services.inventory.httpUrl,
    PIPELINE_URL: services.pipeline.httpUrl,
    TEAM_URL: services.team.httpUrl,
    WEBHOOK_URL: services.webhook.httpUrl,
    TRANSFER_URL: services.transfer.httpUrl,
    AUTH_GRPC: services.auth.grpcAddress,
    AMQP_URL: amqpUrl,
    REDIS_URL: redisUrl,
    REDIS_PATIENCE_MS: '4000',
    LIMITS_FACTOR: '1000',
    ...(await readCallerKeyVariables('gateway')),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector().endpoint,
    OTEL_TRACES_SAMPLER: 'parentbased_always_on',
  });
  const log = createLog('gateway', 'silent');
  const context = await createContext(config, { log });
  const tracing = await startTracing('gateway', config, log);
  const { servers, shutdownSteps } = await startGateway(context, { api: 0, sandbox: 0, auth: 0, private: 0 });
  const address = servers.api.address();
  if (address === null || typeof address === 'string') throw new Error('The gateway has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () => stopInOrder([...shutdownSteps, ...tracing], log),
  };
}
