import type { Passage } from './passage.js';

/**
 * Finds the comments in a file whose comments take whole lines, such as YAML, shell or proto. Ignores comments that
 * follow code on the same line, because `#` and `//` may be part of a string there.
 */
export function findLineComments(text: string, sign: '#' | '//'): Passage[] {
  const passages: { line: number; lines: string[] }[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const trimmed = line.trim();
    const comment = trimmed.slice(sign.length).trim();
    if (!trimmed.startsWith(sign) || trimmed.startsWith('#!') || comment === '') continue;
    const last = passages.at(-1);
    if (last && last.line + last.lines.length === index + 1) last.lines.push(comment);
    else passages.push({ line: index + 1, lines: [comment] });
  }
  return passages;
}

const fence = /^\s*```/;
/** A heading, a table row, an HTML tag or a link target. */
const noProse = /^\s*(#|\||<|\[[^\]]*\]:)/;
const listItem = /^\s*([-*+]|\d+[.)])\s+/;

/** Replaces code with one word and a link with its text. Code may continue on the next line. */
function simplifyMarkdown({ line, lines }: Passage): Passage {
  const text = lines.join('\n').replaceAll(/`[^`]+`/g, (code) => `Code${code.includes('\n') ? '\n' : ''}`);
  return { line, lines: text.replaceAll(/\]\([^)]*\)/g, ']').split('\n') };
}

/** Role of a line in Markdown. Lines that are not text end a paragraph. */
type LineKind = 'text' | 'code' | 'other';

/**
 * Distinguishes text from code. Code is in fenced blocks, or on lines indented by four columns that don't continue a
 * paragraph.
 */
function classifyLines(lines: readonly string[]): LineKind[] {
  let isFenced = false;
  let isOpen = false;
  return lines.map((line) => {
    const isFence = fence.test(line);
    if (isFence) isFenced = !isFenced;
    const isCode = isFenced || isFence || (!isOpen && /^ {4}/.test(line) && !listItem.test(line));
    isOpen = !isCode && !noProse.test(line) && line.trim() !== '';
    if (isCode) return 'code';
    return isOpen ? 'text' : 'other';
  });
}

/** Finds the paragraphs and list items in a Markdown page. */
export function findParagraphs(text: string): Passage[] {
  const passages: { line: number; lines: string[] }[] = [];
  const lines = text.split('\n');
  const kinds = classifyLines(lines);
  for (const [index, line] of lines.entries()) {
    if (kinds[index] !== 'text') continue;
    const prose = line.replace(listItem, '');
    if (kinds[index - 1] === 'text' && !listItem.test(line)) passages.at(-1)?.lines.push(prose);
    else passages.push({ line: index + 1, lines: [prose] });
  }
  return passages.map(simplifyMarkdown);
}

/** Finds the lines in a Markdown page that are code or table rows. */
export function findCodeAndTables(text: string): ReadonlySet<number> {
  const lines = text.split('\n');
  const kinds = classifyLines(lines);
  return new Set(lines.flatMap((line, index) => (kinds[index] === 'code' || /^\s*\|/.test(line) ? [index + 1] : [])));
}
