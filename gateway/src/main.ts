import { stopOnSignal } from '@plotline/kit/process/lifecycle';
import { releaseMemoryOfStart } from '@plotline/kit/process/release-memory';
import { startGateway } from './app.js';
import { readGatewayConfig } from './config.js';
import { createContext } from './context.js';

const config = readGatewayConfig();
const context = await createContext(config);
const { shutdownSteps } = await startGateway(context, {
  api: config.API_PORT,
  sandbox: config.SANDBOX_PORT,
  auth: config.AUTH_PORT,
  private: config.PRIVATE_PORT,
  privateHost: config.PRIVATE_HOST,
});
stopOnSignal(shutdownSteps, context.log);
releaseMemoryOfStart();
