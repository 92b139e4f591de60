import type { Passage } from './passage.js';

/**
 * Finds the comments of a file whose comments take whole lines, such as YAML, shell or proto. Those after code on the
 * same line stay out, as `#` and `//` may be in a string there.
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
/** A heading, a row of a table, an HTML tag or the target of a link. */
const noProse = /^\s*(#|\||<|\[[^\]]*\]:)/;
const listItem = /^\s*([-*+]|\d+[.)])\s+/;

/** Replaces code with one word and a link with its text. */
function simplifyMarkdown(line: string): string {
  return line.replaceAll(/`[^`]+`/g, 'Code').replaceAll(/\]\([^)]*\)/g, ']');
}

/** Finds the paragraphs and list items of a page in Markdown. */
export function findParagraphs(text: string): Passage[] {
  const passages: { line: number; lines: string[] }[] = [];
  let isCode = false;
  let isOpen = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (fence.test(line)) isCode = !isCode;
    const isProse = !isCode && !fence.test(line) && !noProse.test(line) && line.trim() !== '';
    const prose = simplifyMarkdown(line.replace(listItem, ''));
    if (isProse && isOpen && !listItem.test(line)) passages.at(-1)?.lines.push(prose);
    else if (isProse) passages.push({ line: index + 1, lines: [prose] });
    isOpen = isProse;
  }
  return passages;
}

/** Finds the lines of a page in Markdown that are code or rows of a table. */
export function findCodeAndTables(text: string): ReadonlySet<number> {
  const lines = new Set<number>();
  let isCode = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (fence.test(line)) isCode = !isCode;
    if (isCode || /^\s*\|/.test(line)) lines.add(index + 1);
  }
  return lines;
}
