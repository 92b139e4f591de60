import { randomBytes } from 'node:crypto';
import { type Caller, defaultPlace, type Mode } from '@plotline/kit/core/caller';
import type { Clock } from '@plotline/kit/core/time';
import type { ServiceConfig } from '@plotline/kit/service/config';
import { migrateDatabases } from '@plotline/kit/service/migrate';
import { createRuntime, type ServiceRuntime } from '@plotline/kit/service/runtime';
import type { TracingConfig } from '@plotline/kit/telemetry/start-tracing';
import { callerKeysOf, callerKeyVariables } from './caller-keys.js';
import { storeUrl } from './test-stores.js';
import { useFixture } from './use-fixture.js';

/** Keys of an operator, who may call every operation. Tests use them to call services. */
export const callerKeys = callerKeysOf('operator');

/** Returns a unique database name. */
export function newDatabaseName(service: string): string {
  return `test_${service}_${randomBytes(6).toString('hex')}`;
}

/** Configuration for a process that exports no traces. */
export const withoutTraces: TracingConfig = {
  OTEL_EXPORTER_OTLP_ENDPOINT: '',
  OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  OTEL_TRACES_SAMPLER_ARG: 0,
  OTEL_SERVICE_NAME: '',
};

/** Configuration for a program that does not listen, with the real stores of the test run. */
export function createTestConfig(database: string, program = 'team'): ServiceConfig {
  return {
    LOG_LEVEL: process.env.PLOTLINE_TEST_LOG_LEVEL ?? 'silent',
    LISTEN_HOST: '127.0.0.1',
    HTTP_PORT: 0,
    GRPC_PORT: 0,
    DRAIN_MS: 0,
    MONGO_URL: storeUrl('MONGO'),
    MONGO_DATABASE: database,
    MONGO_POOL_SIZE: 12,
    AMQP_URL: storeUrl('AMQP'),
    ...callerKeyVariables(program),
    ANSWER_SEAL_SECRET: 'seals_answers_in_the_tests_alone',
    ANSWER_SEAL_SECRET_PREVIOUS: '',
    ...withoutTraces,
  };
}

/** Creates a runtime on new databases, or on the databases with the given name. */
export function createTestRuntime(
  service: string,
  clock?: Clock,
  database = newDatabaseName(service),
): Promise<ServiceRuntime> {
  return createRuntime(service, createTestConfig(database, service), { clock });
}

/** Folder without migrations. */
export const noMigrations = new URL('no-migrations/', import.meta.url);

/** Creates the declared collections and their indexes, as a service's migration job does. */
export function createCollections(runtime: ServiceRuntime): Promise<void> {
  return migrateDatabases(runtime, noMigrations);
}

/**
 * Registers hooks that create a runtime for the suite and remove it afterwards. Returns a function that returns the
 * runtime.
 */
export function useTestRuntime(service: string): () => ServiceRuntime {
  const fixture = useFixture(async () => {
    const runtime = await createTestRuntime(service);
    return { runtime, stop: () => removeRuntime(runtime) };
  });
  return () => fixture().runtime;
}

const maxDrops = 5;

/**
 * Drops the databases of both modes. Concurrent drops can deadlock, and then the database aborts one of them. Retries
 * in that case.
 */
export async function dropDatabases({ live, sandbox }: ServiceRuntime['databases']): Promise<void> {
  for (const database of [live, sandbox]) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await database.dropDatabase();
        break;
      } catch (error) {
        if (attempt === maxDrops || !String(error).includes('deadlock')) throw error;
      }
    }
  }
}

/** Drops the runtime's databases and disconnects. */
export async function removeRuntime({ databases }: ServiceRuntime): Promise<void> {
  await dropDatabases(databases);
  await databases.close();
}

/** Caller with an admin key for a workspace. */
export function testCaller(workspaceId = 'ws_test', mode: Mode = 'live', change: Partial<Caller> = {}): Caller {
  return {
    workspaceId,
    mode,
    actor: { type: 'key', id: 'key_test', name: 'Test key' },
    scopes: ['admin'],
    plan: 'enterprise',
    currency: 'USD',
    ...defaultPlace,
    requestId: 'request-test',
    deadline: Date.now() + 15_000,
    ...change,
  };
}

/** Context of an RPC called by `testCaller`. */
export function callContext(change: Partial<Caller> = {}): { readonly caller: Caller } {
  return { caller: testCaller('ws_test', 'live', change) };
}
