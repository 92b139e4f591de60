import type { Clock, Foundation } from '@plotline/kit/foundation';
import { Clients } from './store/clients.js';
import { Keys } from './store/keys.js';
import { Users } from './store/users.js';
import { Workspaces } from './store/workspaces.js';

/** What the handlers of this service work with; built once, overridden in tests. */
export interface Context {
  readonly foundation: Foundation;
  readonly workspaces: Workspaces;
  readonly keys: Keys;
  readonly users: Users;
  readonly clients: Clients;
  readonly clock: Clock;
}

/** `keyHashSecret` keys the hashes under which API keys and client secrets are stored. */
export function createContext(foundation: Foundation, keyHashSecret: string): Context {
  return {
    foundation,
    workspaces: new Workspaces(foundation),
    keys: new Keys(foundation, keyHashSecret),
    users: new Users(foundation),
    clients: new Clients(foundation, keyHashSecret),
    clock: foundation.clock,
  };
}
