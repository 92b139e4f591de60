import { createRuntime } from '@plotline/kit/service/runtime';
import { readAuthConfig } from './config.js';
import { type Context, createContext } from './context.js';

/**
 * Runs an operator's command with the dependencies of the service. The service doesn't have to run. Closes all
 * connections afterwards.
 */
export async function withContext<T>(work: (context: Context) => Promise<T>): Promise<T> {
  const config = readAuthConfig();
  const runtime = await createRuntime('auth', config);
  const context = createContext(runtime, config);
  try {
    return await work(context);
  } finally {
    for (const peer of context.peers) peer.close();
    await runtime.databases.close();
  }
}
