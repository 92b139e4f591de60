import type { Clock, ServiceRuntime } from '@plotline/kit/process/runtime';
import { Clients } from './store/clients.js';
import { Keys } from './store/keys.js';
import { Users } from './store/users.js';
import { Workspaces } from './store/workspaces.js';

/** What the handlers of this service work with; built once, overridden in tests. */
export interface Context {
  readonly runtime: ServiceRuntime;
  readonly workspaces: Workspaces;
  readonly keys: Keys;
  readonly users: Users;
  readonly clients: Clients;
  readonly clock: Clock;
}

/** `keyHashSecret` keys the hashes under which API keys and client secrets are stored. */
export function createContext(runtime: ServiceRuntime, keyHashSecret: string): Context {
  return {
    runtime,
    workspaces: new Workspaces(runtime),
    keys: new Keys(runtime, keyHashSecret),
    users: new Users(runtime),
    clients: new Clients(runtime, keyHashSecret),
    clock: runtime.clock,
  };
}
