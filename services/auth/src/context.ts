import type { Keyring } from '@plotline/kit/keyring';
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

/** `hashKeys` key the hashes under which API keys and client secrets are stored. */
export function createContext(runtime: ServiceRuntime, hashKeys: Keyring): Context {
  return {
    runtime,
    workspaces: new Workspaces(runtime),
    keys: new Keys(runtime, hashKeys),
    users: new Users(runtime),
    clients: new Clients(runtime, hashKeys),
    clock: runtime.clock,
  };
}
