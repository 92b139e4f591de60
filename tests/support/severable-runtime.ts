import { createRuntime, type ServiceRuntime } from '@plotline/kit/service/runtime';
import { type SeverableProxy, startSeverableProxy } from './severable-proxy.js';
import { createTestConfig, createTestRuntime, newDatabaseName, removeRuntime } from './test-runtime.js';
import { storeUrl } from './test-stores.js';

/** Runtime whose connection to MongoDB a test can cut. A second runtime on the same databases reads the stored data. */
export interface SeverableRuntime {
  readonly runtime: ServiceRuntime;
  readonly observer: ServiceRuntime;
  readonly proxy: SeverableProxy;
  stop(): Promise<void>;
}

/** Proxy in front of the test run's MongoDB, and the URL that leads through it. */
export async function startMongoProxy(): Promise<{ readonly proxy: SeverableProxy; readonly url: string }> {
  const url = new URL(storeUrl('MONGO'));
  const proxy = await startSeverableProxy(url.hostname, Number(url.port));
  url.host = `127.0.0.1:${proxy.port}`;
  url.searchParams.set('directConnection', 'true');
  return { proxy, url: url.href };
}

export async function startSeverableRuntime(service: string): Promise<SeverableRuntime> {
  const { proxy, url } = await startMongoProxy();
  const database = newDatabaseName(service);
  const runtime = await createRuntime(service, { ...createTestConfig(database), MONGO_URL: url });
  const observer = await createTestRuntime(service, undefined, database);
  return {
    runtime,
    observer,
    proxy,
    stop: async () => {
      proxy.restore();
      await runtime.databases.close();
      await removeRuntime(observer);
      await proxy.close();
    },
  };
}
