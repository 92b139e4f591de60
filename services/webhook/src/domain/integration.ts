import { type DigestSchedule, defaultSchedule } from './digest-schedule.js';
import { type StoredSubscription, setActive } from './subscription.js';

export const chatKinds = ['slack', 'teams', 'google_chat'] as const;
export type ChatKind = (typeof chatKinds)[number];
export type IntegrationKind = ChatKind | 'mail_digest';

/** The address of a chat's incoming webhook. Whoever has it can post there, so it is sealed and never shown. */
export interface SealedUrl {
  readonly sealed: string;
  readonly host: string;
  readonly last4: string;
}

/** What tells the people of a workspace of events: messages in a chat, or a digest by mail. */
export interface Integration extends StoredSubscription {
  readonly kind: IntegrationKind;
  readonly name: string;
  /** Of chats; null for the default one. */
  readonly template: string | null;
  /** Of chats. */
  readonly url: SealedUrl | null;
  /** Of digests: agents of the workspace; none for its owners and admins. */
  readonly recipients: readonly string[];
  /** Of digests. */
  readonly schedule: DigestSchedule | null;
}

/** What requests can set beside the kind; the shape was validated against the contract. Settings of other kinds are left out. */
export interface IntegrationSettings {
  readonly name: string;
  readonly events: readonly string[];
  readonly active: boolean;
  readonly template: string | null;
  readonly recipients: readonly string[];
  readonly schedule: DigestSchedule;
}

export function isChat(kind: IntegrationKind): kind is ChatKind {
  return kind !== 'mail_digest';
}

function choose(kind: IntegrationKind, settings: IntegrationSettings) {
  const { name, template, recipients, schedule } = settings;
  const common = { name, events: [...new Set(settings.events)] };
  if (isChat(kind)) return { ...common, template, recipients: [], schedule: null };
  return { ...common, template: null, recipients: [...new Set(recipients)], schedule };
}

/** A new integration; `url` is that of a chat. */
export function buildIntegration(
  kind: IntegrationKind,
  settings: IntegrationSettings,
  { id, url, now }: { readonly id: string; readonly url: SealedUrl | null; readonly now: Date },
): Integration {
  return {
    id,
    version: 1,
    kind,
    ...choose(kind, settings),
    url: isChat(kind) ? url : null,
    active: settings.active,
    disabled_at: null,
    epoch: 0,
    created_at: now,
    updated_at: now,
  };
}

/** What a request that changes an integration leaves as it is. */
export function toSettings({ name, events, active, template, recipients, schedule }: Integration): IntegrationSettings {
  return { name, events, active, template, recipients, schedule: schedule ?? defaultSchedule };
}

/** The integration with new settings, and with another address where one is given. */
export function editIntegration(
  before: Integration,
  settings: IntegrationSettings,
  url: SealedUrl | null,
  now: Date,
): Integration {
  return {
    ...before,
    ...choose(before.kind, settings),
    url: isChat(before.kind) ? (url ?? before.url) : null,
    ...setActive(before, settings.active),
    updated_at: now,
  };
}
