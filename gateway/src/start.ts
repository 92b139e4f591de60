import type { StartedUnit } from '@plotline/kit/service/transports';
import { startTracing } from '@plotline/kit/telemetry/start-tracing';
import { startGateway } from './app.js';
import { readGatewayConfig } from './config.js';
import { createContext, type Overrides } from './context.js';

/** Starts the gateway with the given environment. Resolves once it listens. */
export async function startGatewayUnit(environment: NodeJS.ProcessEnv, overrides?: Overrides): Promise<StartedUnit> {
  const config = readGatewayConfig(environment);
  const context = await createContext(config, overrides);
  const tracing = await startTracing('gateway', config, context.log);
  const ports = {
    api: config.API_PORT,
    sandbox: config.SANDBOX_PORT,
    auth: config.AUTH_PORT,
    private: config.PRIVATE_PORT,
    privateHost: config.PRIVATE_HOST,
  };
  const { shutdownSteps } = await startGateway(context, ports, config.DRAIN_MS);
  return { components: [...shutdownSteps, ...tracing], log: context.log };
}
