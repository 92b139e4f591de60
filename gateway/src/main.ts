import { stopOnSignal } from '@plotline/kit/process/lifecycle';
import { releaseMemoryOfStart } from '@plotline/kit/process/release-memory';
import { startTracing } from '@plotline/kit/tracing/start-tracing';
import { startGateway } from './app.js';
import { readGatewayConfig } from './config.js';
import { createContext } from './context.js';

const config = readGatewayConfig();
const context = await createContext(config);
const tracing = await startTracing('gateway', config, context.log);
const { shutdownSteps } = await startGateway(context, {
  api: config.API_PORT,
  sandbox: config.SANDBOX_PORT,
  auth: config.AUTH_PORT,
  private: config.PRIVATE_PORT,
  privateHost: config.PRIVATE_HOST,
});
stopOnSignal([...shutdownSteps, ...tracing], context.log);
releaseMemoryOfStart();
