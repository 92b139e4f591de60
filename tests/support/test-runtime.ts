import { randomBytes } from 'node:crypto';
import type { Caller, Mode } from '@plotline/kit/caller';
import { createRuntime, type ServiceRuntime } from '@plotline/kit/process/runtime';
import { storeUrl } from './test-stores.js';

/** A runtime over databases of its own, in the real MongoDB of the test run. */
export async function createTestRuntime(service: string, clock?: () => Date): Promise<ServiceRuntime> {
  const config = {
    LOG_LEVEL: process.env.PLOTLINE_TEST_LOG_LEVEL ?? 'silent',
    LISTEN_HOST: '127.0.0.1',
    HTTP_PORT: 0,
    GRPC_PORT: 0,
    MONGO_URL: storeUrl('MONGO'),
    MONGO_DATABASE: `test_${service}_${randomBytes(6).toString('hex')}`,
    AMQP_URL: storeUrl('AMQP'),
    INTERNAL_SECRET: 'a secret of the tests',
  };
  return createRuntime(service, config, clock);
}

/** Drops the runtime's databases and disconnects. */
export async function removeRuntime({ databases }: ServiceRuntime): Promise<void> {
  await databases.live.dropDatabase();
  await databases.sandbox.dropDatabase();
  await databases.close();
}

/** A caller with an admin key of a workspace. */
export function testCaller(workspaceId = 'ws_test', mode: Mode = 'live', change: Partial<Caller> = {}): Caller {
  return {
    workspaceId,
    mode,
    actor: { type: 'key', id: 'key_test', name: 'Test key' },
    scopes: ['admin'],
    currency: 'USD',
    requestId: 'request-test',
    deadline: Date.now() + 15_000,
    ...change,
  };
}

/** The context of an RPC that `testCaller` makes. */
export function callContext(change: Partial<Caller> = {}): { readonly caller: Caller } {
  return { caller: testCaller('ws_test', 'live', change) };
}
