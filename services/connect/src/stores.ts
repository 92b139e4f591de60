import { SandboxResets } from '@plotline/kit/ops/sandbox/sandbox-resets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { WorkspaceLocks } from '@plotline/kit/store/workspace-locks';
import { Calls } from './calls/store/calls.js';
import { Connections } from './connections/store/connections.js';

/** All stores of the service. They declare all its collections. */
export interface Stores {
  readonly sandboxResets: SandboxResets;
  readonly connections: Connections;
  readonly calls: Calls;
}

/** Folder of the compiled migrations. */
export const migrations = new URL('./migrations/', import.meta.url);

export function createStores(runtime: ServiceRuntime): Stores {
  const locks = new WorkspaceLocks(runtime);
  return {
    sandboxResets: new SandboxResets(runtime),
    connections: new Connections(runtime, locks),
    calls: new Calls(runtime),
  };
}
