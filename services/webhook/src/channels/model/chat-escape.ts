import type { ChatKind } from './integration.js';

const slackEntities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Escapes values so that chats don't read them as markup. Otherwise the name of a lead could notify everybody in a
 * channel, or hide a link behind other words. The template itself may contain markup.
 */
const escapes: Readonly<Record<ChatKind, (text: string) => string>> = {
  slack: (text) => text.replaceAll(/[&<>]/g, (character) => slackEntities[character] ?? character),
  // Markdown of adaptive cards.
  teams: (text) => text.replaceAll(/[\\*_[\]()#`~]/g, '\\$&'),
  // Google Chat has no escape. A zero-width space makes `<users/all>` ineffective.
  google_chat: (text) => text.replaceAll('<', '<\u200b'),
};

const maxLength = 500;

/**
 * Returns the text, or its beginning and `…`. Never splits a character that has two code units, because chats refuse
 * invalid Unicode.
 */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).replace(/\p{Cs}$/u, '')}…` : text;
}

/**
 * Chats turn bare URLs into links. Values may come from strangers who filled in a form, so a zero-width space prevents
 * such links.
 */
function breakAddresses(text: string): string {
  return text.replaceAll('://', ':\u200b//').replaceAll(/\bwww\./gi, '$&\u200b');
}

/** Returns a value of an event as one line, for a message to that kind of chat. */
export function escapeFor(kind: ChatKind, text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\s]+/gu, ' ').trim();
  return escapes[kind](breakAddresses(shorten(line, maxLength)));
}
