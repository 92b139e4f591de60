import type { Clock } from '@plotline/kit/core/time';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Accounts, Invitations } from './peers/auth.js';
import type { PipelineClient } from './peers/pipeline.js';
import { createStores, type Stores } from './stores.js';

/** Dependencies of this service's handlers. Built once; tests replace the peers. */
export interface Context extends Stores {
  readonly runtime: ServiceRuntime;
  readonly pipeline: PipelineClient;
  readonly invitations: Invitations;
  readonly accounts: Accounts;
  readonly clock: Clock;
}

export function createContext(
  runtime: ServiceRuntime,
  peers: Pick<Context, 'pipeline' | 'invitations' | 'accounts'>,
): Context {
  return { ...createStores(runtime), runtime, ...peers, clock: runtime.clock };
}
