import { createKeyring, type Keyring } from '@plotline/kit/core/secrets';
import type { Clock } from '@plotline/kit/core/time';
import { createPeer, type Peer } from '@plotline/kit/rpc/client';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { AuthSettings } from './config.js';
import { type CountMail, createMailCounter } from './mail/work/mail-metrics.js';
import { createMailTransport, type MailTransport } from './mail/work/transport.js';
import { KeyRing } from './oauth/store/key-ring.js';
import { type Agents, createAgentsClient } from './peers/team.js';
import { createReadUsage, type ReadUsage } from './peers/transfer.js';
import { maxSignUps } from './people/model/daily-limits.js';
import { type CountSignIn, createSignInCounter } from './people/work/count-sign-ins.js';
import { createStores, type Stores } from './stores.js';

/** Dependencies of this service's handlers. Built once; tests override parts of it. */
export interface Context extends Stores {
  readonly runtime: ServiceRuntime;
  readonly clock: Clock;
  /** Keys for hashes of values that are shown once and later looked up by value. */
  readonly hashKeys: Keyring;
  /** Keys that encrypt values that must be readable later. */
  readonly sealKeys: Keyring;
  /** Origin of the authorization server. */
  readonly authUrl: string;
  /** Origin of the API. */
  readonly apiUrl: string;
  /** Origins of the live API and of the sandbox API. Both accept access tokens. */
  readonly audience: readonly string[];
  /** Signs and verifies access tokens. */
  readonly keyRing: KeyRing;
  readonly agents: Agents;
  readonly mailTransport: MailTransport;
  readonly countMail: CountMail;
  readonly countSignIn: CountSignIn;
  /** True if anyone may sign up. Otherwise people need an invitation. */
  readonly isSignUpOpen: boolean;
  /** Maximum workspaces that may be requested from one client address in a day. */
  readonly maxSignUps: number;
  /** Reads how much of its plan a workspace uses. Null when no usage service is configured. */
  readonly readUsage: ReadUsage | null;
  readonly peers: readonly Peer[];
}

export function createContext(
  runtime: ServiceRuntime,
  settings: AuthSettings,
  overrides: Partial<Context> = {},
): Context {
  const { clock, callerKeys, metrics, transports } = runtime;
  const hashKeys = createKeyring(settings.KEY_HASH_SECRET, settings.KEY_HASH_SECRET_PREVIOUS);
  const sealKeys = createKeyring(settings.AUTH_SEAL_SECRET, settings.AUTH_SEAL_SECRET_PREVIOUS);
  const stores = createStores(runtime, hashKeys, sealKeys);
  const { openChannel } = transports;
  const common = { callerKeys, metrics, openChannel };
  const teamPeer = createPeer({ name: 'team', address: settings.TEAM_GRPC, ...common });
  const transferPeer = settings.TRANSFER_GRPC
    ? createPeer({ name: 'transfer', address: settings.TRANSFER_GRPC, ...common })
    : null;
  return {
    runtime,
    clock,
    ...stores,
    keyRing: new KeyRing(stores.signingKeys, clock),
    hashKeys,
    sealKeys,
    authUrl: settings.AUTH_BASE_URL,
    apiUrl: settings.API_BASE_URL,
    audience: [settings.API_BASE_URL, settings.SANDBOX_BASE_URL].filter((url) => url !== undefined),
    agents: createAgentsClient(teamPeer),
    mailTransport: createMailTransport(settings),
    countMail: createMailCounter(runtime),
    countSignIn: createSignInCounter(runtime),
    isSignUpOpen: settings.SIGN_UP === 'on',
    maxSignUps: maxSignUps * settings.LIMITS_FACTOR,
    readUsage: createReadUsage(transferPeer),
    peers: [teamPeer, ...(transferPeer ? [transferPeer] : [])],
    ...overrides,
  };
}
