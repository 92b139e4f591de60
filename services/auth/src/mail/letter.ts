import type { Mail } from '../domain/mail.js';

/** What a mail says: paragraphs of plain text, each of one line or several, around one link. */
export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
  readonly closing?: readonly string[];
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** One line without an address that a mail program makes a link of, cut at that length. */
function quote(given: string, maxLength: number): string {
  const text = given
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replaceAll(/(\w)([.:/]+)(?=\w|\/)/g, '$1$2\u200b')
    .trim();
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** Names are chosen by strangers; a mail must not show them as links, and a subject has one line. */
export function quoteName(name: string): string {
  return quote(name, 80);
}

/** As `quoteName`, for a longer text of a stranger, such as what a server has answered. */
export function quoteText(text: string): string {
  return quote(text, 500);
}

/** As `quoteText`, line by line. */
export function quoteLines(text: string): string {
  return text.split('\n').map(quoteText).join('\n');
}

/** The mail as plain text and as simple HTML. */
export function toMail(to: string, { subject, paragraphs, link, closing = [] }: Letter): Mail {
  const texts = [...paragraphs, ...(link ? [link.url] : []), ...closing];
  const toParagraph = (text: string) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
  const anchor = link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>`] : [];
  const html = [...paragraphs.map(toParagraph), ...anchor, ...closing.map(toParagraph)];
  return {
    to,
    subject,
    text: `${texts.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body>${html.join('')}</body></html>`,
  };
}
