import { describeStarted } from '../support/shared-system.js';
import { startTestStores } from '../support/start-test-stores.js';
import { startTestSystem } from '../support/start-test-system.js';
import type { TestStores } from '../support/test-stores.js';
import type { MochaSuite, Suite } from './suite.js';

/** Everything that the suites of a tier share: one set of stores, and a system on them if one of the suites needs it. */
export interface Shared {
  /** Variables that tell a suite what was started, once it has been. */
  describe(suite: Suite): Promise<NodeJS.ProcessEnv>;
  stop(): Promise<void>;
}

function toVirtualHost({ name }: Suite): string {
  return name.replaceAll(':', '-');
}

/** The stores as one suite sees them: a virtual host and a Redis database of its own, as queues and keys have the same names in each. */
function separate(stores: TestStores, suite: Suite, place: number): TestStores {
  const { mongoUrl, amqpUrl, redisUrl, dataDirectory } = stores;
  return {
    mongoUrl,
    amqpUrl: `${amqpUrl}/${toVirtualHost(suite)}`,
    redisUrl: `${redisUrl}/${place + 1}`,
    dataDirectory,
  };
}

/** Starts what the suites need, and returns at once. `mongoUrl` names a MongoDB to take in place of one that is started. */
export function startShared(suites: readonly Suite[], report: (line: string) => void, mongoUrl?: string): Shared {
  const needing = (needs: MochaSuite['needs']) => suites.filter((suite) => 'needs' in suite && suite.needs === needs);
  const withStores = needing('stores');
  const virtualHosts = withStores.map(toVirtualHost);
  const hasSystem = needing('system').length > 0;
  const startingSystem = hasSystem ? startTestSystem({ report, virtualHosts }) : undefined;
  const startingStores = !hasSystem && withStores.length > 0 ? startTestStores(virtualHosts, mongoUrl) : undefined;
  // The suites that need it report the failure.
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
