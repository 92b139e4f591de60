import type { ChatKind } from './integration.js';

const slackEntities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * How values are kept from being read as markup, so that the name of a lead neither calls everybody of a channel nor shows a link. What
 * the template itself says stays markup.
 */
const escapes: Readonly<Record<ChatKind, (text: string) => string>> = {
  slack: (text) => text.replaceAll(/[&<>]/g, (character) => slackEntities[character] ?? character),
  // Markdown of adaptive cards.
  teams: (text) => text.replaceAll(/[\\*_[\]()#`~]/g, '\\$&'),
  // There is no way to escape: `<users/all>` is none with a space of no width in it.
  google_chat: (text) => text.replaceAll('<', '<\u200b'),
};

const maxLength = 500;

/** A value of an event in one line of a message of that kind. */
export function escapeFor(kind: ChatKind, text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\s]+/gu, ' ').trim();
  return escapes[kind](line.length > maxLength ? `${line.slice(0, maxLength)}…` : line);
}
