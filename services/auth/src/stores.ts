import { createSeal, type Keyring } from '@plotline/kit/core/secrets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { AuditLog } from './audit/store/audit-log.js';
import { Memberships } from './directory/store/memberships.js';
import { People } from './directory/store/people.js';
import { RoleAssignments } from './directory/store/role-assignments.js';
import { TeamUpdates } from './directory/store/team-updates.js';
import { Workspaces } from './directory/store/workspaces.js';
import { createKeyCollection } from './keys/store/key-collection.js';
import { KeyHours } from './keys/store/key-hours.js';
import { KeyRequests } from './keys/store/key-requests.js';
import { KeyUsage } from './keys/store/key-usage.js';
import { Keys } from './keys/store/keys.js';
import { Links } from './mail/store/links.js';
import { MailedDigests } from './mail/store/mailed-digests.js';
import { Mails } from './mail/store/mails.js';
import { WebhookAlerts } from './mail/store/webhook-alerts.js';
import { AuthorizationCodes } from './oauth/store/authorization-codes.js';
import { Clients } from './oauth/store/clients.js';
import { Grants } from './oauth/store/grants.js';
import { RefreshTokens } from './oauth/store/refresh-tokens.js';
import { SigningKeys, signingKeySealPurpose } from './oauth/store/signing-keys.js';
import { SavedViews } from './saved-views/store/saved-views.js';
import { Sessions } from './sessions/store/sessions.js';
import { Failures } from './throttling/store/failures.js';
import { WeeklyResets } from './workspaces/store/weekly-resets.js';

/** The stores of the service, which declare all its collections. */
export interface Stores {
  readonly workspaces: Workspaces;
  readonly keys: Keys;
  readonly keyUsage: KeyUsage;
  readonly keyRequests: KeyRequests;
  readonly keyHours: KeyHours;
  readonly auditLog: AuditLog;
  readonly weeklyResets: WeeklyResets;
  readonly people: People;
  readonly memberships: Memberships;
  readonly roleAssignments: RoleAssignments;
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

/**
 * Creates the stores. `hashKeys` are for hashes of values that are shown once and looked up by value. `sealKeys`
 * encrypt values that must be readable later.
 */
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
    keyRequests: new KeyRequests(runtime),
    keyHours: new KeyHours(runtime),
    auditLog: new AuditLog(runtime),
    weeklyResets: new WeeklyResets(runtime),
    people,
    memberships,
    roleAssignments: new RoleAssignments(runtime),
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
