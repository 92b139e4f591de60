import {
  editSubscription,
  type StoredSubscription,
  startSubscription,
} from '../../subscriptions/model/subscription.js';
import type { MailDigest } from './mail-digest.js';

/** Chats whose incoming webhooks accept messages. */
export type ChatKind = 'slack' | 'teams' | 'google_chat';

/**
 * Address of a chat's incoming webhook. Anyone who knows the address can post there, so it is stored encrypted and
 * never shown.
 */
export interface SealedUrl {
  readonly sealed: string;
  readonly host: string;
  readonly last4: string;
}

/** Posts a message to a chat for each event. */
export interface ChatIntegration extends StoredSubscription {
  readonly kind: ChatKind;
  readonly name: string;
  /** Null for the default template. */
  readonly template: string | null;
  readonly url: SealedUrl;
}

/** Integration that notifies people of a workspace about events. */
export type Integration = ChatIntegration | MailDigest;

/**
 * Returns the receiver of events as a text that can be compared. This is the encrypted address of a chat, or the
 * recipients of a digest.
 */
export function getReceiver(integration: Integration): string {
  return integration.kind === 'mail_digest' ? integration.recipients.join() : integration.url.sealed;
}

/**
 * Settings of a chat integration that requests can change, besides kind and address. The contract has validated their
 * shape.
 */
export interface ChatSettings {
  readonly name: string;
  readonly events: readonly string[];
  readonly template: string | null;
  readonly active: boolean;
}

/** Creates an integration with a chat. Removes duplicate events. */
export function buildChatIntegration(
  kind: ChatKind,
  settings: ChatSettings,
  { id, url, now }: { readonly id: string; readonly url: SealedUrl; readonly now: Date },
): ChatIntegration {
  const { name, template } = settings;
  return { id, ...startSubscription(settings, now), kind, name, template, url };
}

/** Returns the integration with new settings and the given address. */
export function editChatIntegration(
  before: ChatIntegration,
  settings: ChatSettings,
  url: SealedUrl,
  now: Date,
): ChatIntegration {
  const { name, template } = settings;
  return { ...before, name, template, url, ...editSubscription(before, settings, now) };
}
