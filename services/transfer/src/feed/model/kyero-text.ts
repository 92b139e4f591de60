/** Removes characters that XML does not have, such as control characters. */
export function toXmlText(text: string): string {
  return text.replaceAll(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
}

/** Shortens a text to a number of characters, if possible at the end of a word. */
export function shorten(text: string, maxLength: number): string {
  const characters = [...text];
  if (characters.length <= maxLength) return text;
  const cut = characters.slice(0, maxLength).join('');
  const end = cut.lastIndexOf(' ');
  return (end > maxLength / 2 ? cut.slice(0, end) : cut).trimEnd();
}

/** Tags that end a line, and others that people paste into descriptions. */
const blockTags = new Set(['p', 'br', 'div', 'li', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'tr', 'hr']);
const inlineTags = new Set([
  'b',
  'strong',
  'i',
  'em',
  'u',
  'span',
  'a',
  'font',
  'small',
  'table',
  'tbody',
  'td',
  'img',
]);

const tag = /<\/?([a-z][a-z0-9]{0,9})\b[^<>]{0,500}>/gi;
const entities: Readonly<Record<string, string>> = {
  '&nbsp;': ' ',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** Returns text without HTML markup, which Kyero doesn't allow. Returns a text without tags unchanged. */
export function toPlainText(text: string): string {
  let hasTags = false;
  const stripped = text.replaceAll(tag, (whole, name: string) => {
    const isBlock = blockTags.has(name.toLowerCase());
    if (!isBlock && !inlineTags.has(name.toLowerCase())) return whole;
    hasTags = true;
    return isBlock ? '\n' : '';
  });
  if (!hasTags) return text;
  const decoded = stripped.replaceAll(/&(?:nbsp|lt|gt|quot|amp|#39);/g, (entity) => entities[entity] ?? entity);
  return decoded
    .split('\n')
    .map((line) => line.trim())
    .filter((line, place, lines) => line !== '' || lines[place - 1] !== '')
    .join('\n')
    .trim();
}
