import type { Keyring } from '@plotline/kit/core/keyring';
import { createSeal } from '@plotline/kit/core/seal';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { AuditLog } from './store/audit-log.js';
import { AuthorizationCodes } from './store/authorization-codes.js';
import { Clients } from './store/clients.js';
import { Failures } from './store/failures.js';
import { Grants } from './store/grants.js';
import { createKeyCollection } from './store/key-collection.js';
import { KeyUsage } from './store/key-usage.js';
import { Keys } from './store/keys.js';
import { Links } from './store/links.js';
import { MailedDigests } from './store/mailed-digests.js';
import { Mails } from './store/mails.js';
import { Memberships } from './store/memberships.js';
import { People } from './store/people.js';
import { RefreshTokens } from './store/refresh-tokens.js';
import { SavedViews } from './store/saved-views.js';
import { Sessions } from './store/sessions.js';
import { SigningKeys, signingKeySealPurpose } from './store/signing-keys.js';
import { TeamUpdates } from './store/team-updates.js';
import { WebhookAlerts } from './store/webhook-alerts.js';
import { WeeklyResets } from './store/weekly-resets.js';
import { Workspaces } from './store/workspaces.js';

/** What the service stores. All its collections are declared by these. */
export interface Stores {
  readonly workspaces: Workspaces;
  readonly keys: Keys;
  readonly keyUsage: KeyUsage;
  readonly auditLog: AuditLog;
  readonly weeklyResets: WeeklyResets;
  readonly people: People;
  readonly memberships: Memberships;
  readonly sessions: Sessions;
  readonly savedViews: SavedViews;
  readonly clients: Clients;
  readonly codes: AuthorizationCodes;
  readonly refreshTokens: RefreshTokens;
  readonly grants: Grants;
  readonly signingKeys: SigningKeys;
  readonly failures: Failures;
  readonly links: Links;
  readonly mails: Mails;
  readonly mailedDigests: MailedDigests;
  readonly teamUpdates: TeamUpdates;
  readonly webhookAlerts: WebhookAlerts;
}

/** Folder of the compiled migrations. */
export const migrations = new URL('./migrations/', import.meta.url);

/** `hashKeys` key the hashes of everything that is shown once and looked up by its value; `sealKeys` seal what is read again. */
export function createStores(runtime: ServiceRuntime, hashKeys: Keyring, sealKeys: Keyring): Stores {
  const keys = createKeyCollection(runtime);
  const codes = new AuthorizationCodes(runtime, hashKeys);
  const refreshTokens = new RefreshTokens(runtime, hashKeys);
  const memberships = new Memberships(runtime);
  const people = new People(runtime, memberships);
  const grants = new Grants(runtime, codes, refreshTokens);
  return {
    workspaces: new Workspaces(runtime),
    keys: new Keys(runtime, keys, hashKeys),
    keyUsage: new KeyUsage(runtime, keys, hashKeys),
    auditLog: new AuditLog(runtime),
    weeklyResets: new WeeklyResets(runtime),
    people,
    memberships,
    sessions: new Sessions(runtime, hashKeys, { people, memberships }),
    savedViews: new SavedViews(runtime, memberships),
    clients: new Clients(runtime, hashKeys, grants),
    codes,
    refreshTokens,
    grants,
    signingKeys: new SigningKeys(runtime, createSeal(sealKeys, signingKeySealPurpose)),
    failures: new Failures(runtime),
    links: new Links(runtime, hashKeys),
    mails: new Mails(runtime, sealKeys, hashKeys),
    mailedDigests: new MailedDigests(runtime),
    teamUpdates: new TeamUpdates(runtime),
    webhookAlerts: new WebhookAlerts(runtime),
  };
}
