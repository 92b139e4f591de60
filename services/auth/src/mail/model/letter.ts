import type { Mail } from './mail.js';

/**
 * Content of an email: paragraphs of plain text around at most one link, and a footer. A paragraph may have several
 * lines.
 */
export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link?: LetterLink;
  readonly closing?: readonly string[];
  /** Links in the footer. */
  readonly footer?: readonly LetterLink[];
  /** See `Mail`. */
  readonly unsubscribeUrl?: string;
}

interface LetterLink {
  readonly label: string;
  readonly url: string;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** Shortens text to one line, and breaks up addresses that email apps would turn into links. */
function quote(given: string, maxLength: number): string {
  const text = given
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replaceAll(/(\w)([.:/]+)(?=\w|\/)/g, '$1$2\u200b')
    .trim();
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** Makes a name safe for an email. Strangers can choose names, so links and line breaks are made harmless. */
export function quoteName(name: string): string {
  return quote(name, 80);
}

/** Makes a longer text from a stranger safe for an email, such as a server's response. */
export function quoteText(text: string): string {
  return quote(text, 500);
}

/** Applies `quoteText` to each line. */
export function quoteLines(text: string): string {
  return text.split('\n').map(quoteText).join('\n');
}

const notYou = "If this wasn't you, choose a new password immediately and contact an owner of your workspace.";

/** Writes a short notice about a change of an account. */
export function writeNotice(subject: string, text: string, closing = notYou): Letter {
  return { subject, paragraphs: [text], closing: [closing] };
}

/** Renders a letter as plain text and as simple HTML. */
export function toMail(to: string, letter: Letter): Mail {
  const { subject, paragraphs, link, closing = [], footer = [], unsubscribeUrl } = letter;
  const footerTexts = footer.map(({ label, url }) => `${label}: ${url}`);
  const texts = [...paragraphs, ...(link ? [link.url] : []), ...closing, ...footerTexts];
  const toParagraph = (text: string) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
  const toAnchor = ({ label, url }: LetterLink) => `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`;
  const anchor = link ? [toAnchor(link)] : [];
  const html = [...paragraphs.map(toParagraph), ...anchor, ...closing.map(toParagraph), ...footer.map(toAnchor)];
  return {
    to,
    subject,
    text: `${texts.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body>${html.join('')}</body></html>`,
    ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }),
  };
}
