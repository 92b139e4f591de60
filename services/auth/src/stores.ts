import type { Keyring } from '@plotline/kit/keyring';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { Clients } from './store/clients.js';
import { Keys } from './store/keys.js';
import { Users } from './store/users.js';
import { Workspaces } from './store/workspaces.js';

/** What the service stores. All its collections are declared by these. */
export interface Stores {
  readonly workspaces: Workspaces;
  readonly keys: Keys;
  readonly users: Users;
  readonly clients: Clients;
}

/** Folder of the compiled migrations. */
export const migrations = new URL('./migrations/', import.meta.url);

/** `hashKeys` key the hashes under which API keys and client secrets are stored. */
export function createStores(runtime: ServiceRuntime, hashKeys: Keyring): Stores {
  return {
    workspaces: new Workspaces(runtime),
    keys: new Keys(runtime, hashKeys),
    users: new Users(runtime),
    clients: new Clients(runtime, hashKeys),
  };
}
