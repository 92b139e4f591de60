import { describeStarted } from '../support/shared-system.js';
import { startTestStores } from '../support/start-test-stores.js';
import { startTestSystem } from '../support/start-test-system.js';
import type { TestStores } from '../support/test-stores.js';
import type { MochaSuite, Suite } from './suite.js';

/** Servers that the suites of a tier share: one set of stores and, if a suite needs one, a system on them. */
export interface Shared {
  /** Waits for the servers to start. Returns the variables that describe them to a suite. */
  describe(suite: Suite): Promise<NodeJS.ProcessEnv>;
  stop(): Promise<void>;
}

function toVirtualHost({ name }: Suite): string {
  return name.replaceAll(':', '-');
}

/**
 * Returns the stores for one suite. Each suite gets its own virtual host and Redis database, because the names of
 * queues and keys are the same in every suite.
 */
function separate(stores: TestStores, suite: Suite, place: number): TestStores {
  const { mongoUrl, amqpUrl, redisUrl, dataDirectory } = stores;
  return {
    mongoUrl,
    amqpUrl: `${amqpUrl}/${toVirtualHost(suite)}`,
    redisUrl: `${redisUrl}/${place + 1}`,
    dataDirectory,
  };
}

/**
 * Starts the servers that the suites need, and returns immediately. If `mongoUrl` is given, uses that MongoDB instead
 * of starting one.
 */
export function startShared(suites: readonly Suite[], report: (line: string) => void, mongoUrl?: string): Shared {
  const needing = (needs: MochaSuite['needs']) => suites.filter((suite) => 'needs' in suite && suite.needs === needs);
  const withStores = needing('stores');
  const virtualHosts = withStores.map(toVirtualHost);
  const hasSystem = needing('system').length > 0;
  const startingSystem = hasSystem ? startTestSystem({ report, virtualHosts }) : undefined;
  const startingStores = !hasSystem && withStores.length > 0 ? startTestStores(virtualHosts, mongoUrl) : undefined;
  // Ignores the error, because the suites that need the servers report it.
  for (const start of [startingSystem, startingStores]) start?.catch(() => undefined);
  return {
    async describe(suite) {
      if (!('needs' in suite) || suite.needs === 'nothing') return {};
      const system = await startingSystem;
      const stores = system ?? (await startingStores)?.stores;
      if (suite.needs === 'system' && system) return describeStarted({ system });
      if (!stores) throw new Error(`Nothing was started for the suite ${suite.name}.`);
      return describeStarted({ stores: separate(stores, suite, withStores.indexOf(suite)) });
    },
    async stop() {
      const started = await Promise.allSettled([startingSystem, startingStores]);
      for (const one of started) if (one.status === 'fulfilled') await one.value?.stop();
    },
  };
}
