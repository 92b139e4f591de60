import type { MailDigest } from './mail-digest.js';
import { editSubscription, type StoredSubscription, startSubscription } from './subscription.js';

/** The chats whose incoming webhooks take messages. */
export type ChatKind = 'slack' | 'teams' | 'google_chat';

/** The address of a chat's incoming webhook. Whoever has it can post there, so it is sealed and never shown. */
export interface SealedUrl {
  readonly sealed: string;
  readonly host: string;
  readonly last4: string;
}

/** Tells the people of a workspace of each event, by a message in a chat. */
export interface ChatIntegration extends StoredSubscription {
  readonly kind: ChatKind;
  readonly name: string;
  /** Null for the default one. */
  readonly template: string | null;
  readonly url: SealedUrl;
}

/** What tells the people of a workspace of events. */
export type Integration = ChatIntegration | MailDigest;

/** Whom it tells of events, as a text to compare: the address of a chat, sealed, or the recipients of a digest. */
export function getReceiver(integration: Integration): string {
  return integration.kind === 'mail_digest' ? integration.recipients.join() : integration.url.sealed;
}

/** What requests can set of a chat's beside kind and address; the shape was validated against the contract. */
export interface ChatSettings {
  readonly name: string;
  readonly events: readonly string[];
  readonly template: string | null;
  readonly active: boolean;
}

/** A new integration with a chat, its events without duplicates. */
export function buildChatIntegration(
  kind: ChatKind,
  settings: ChatSettings,
  { id, url, now }: { readonly id: string; readonly url: SealedUrl; readonly now: Date },
): ChatIntegration {
  const { name, template } = settings;
  return { id, ...startSubscription(settings, now), kind, name, template, url };
}

/** The integration with new settings, at the address. */
export function editChatIntegration(
  before: ChatIntegration,
  settings: ChatSettings,
  url: SealedUrl,
  now: Date,
): ChatIntegration {
  const { name, template } = settings;
  return { ...before, name, template, url, ...editSubscription(before, settings, now) };
}
