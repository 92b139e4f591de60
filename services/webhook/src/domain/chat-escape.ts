import type { ChatKind } from './integration.js';

const slackEntities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * How values are kept from being read as markup, so that the name of a lead neither calls everybody of a channel nor hides a link behind
 * other words. What the template itself says stays markup.
 */
const escapes: Readonly<Record<ChatKind, (text: string) => string>> = {
  slack: (text) => text.replaceAll(/[&<>]/g, (character) => slackEntities[character] ?? character),
  // Markdown of adaptive cards.
  teams: (text) => text.replaceAll(/[\\*_[\]()#`~]/g, '\\$&'),
  // There is no way to escape: `<users/all>` is none with a space of no width in it.
  google_chat: (text) => text.replaceAll('<', '<\u200b'),
};

const maxLength = 500;

/** The text, or its beginning and `…`. It does not end within a character of two code units: chats refuse what is no Unicode. */
export function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).replace(/\p{Cs}$/u, '')}…` : text;
}

/** Chats make a link of a bare address, too, and whoever fills in a form chooses it: with a space of no width in it, it is none. */
function breakAddresses(text: string): string {
  return text.replaceAll('://', ':\u200b//').replaceAll(/\bwww\./gi, '$&\u200b');
}

/** A value of an event in one line of a message of that kind. */
export function escapeFor(kind: ChatKind, text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\s]+/gu, ' ').trim();
  return escapes[kind](breakAddresses(shorten(line, maxLength)));
}
