import ts from 'typescript';
import { longLines, maxColumns, maxWords } from './exceptions.js';
import { type Passage, splitSentences } from './passage.js';
import { findCodeAndTables, findLineComments, findParagraphs } from './plain-prose.js';
import { findComments, findLiteralLines, findTitles } from './typescript-prose.js';

/** Place in a file where the English breaks the style guide. */
export interface Fault {
  readonly line: number;
  readonly rule: string;
  readonly text: string;
}

/** Matches a sentence that starts with a relative clause without a noun: "What is stored stays." */
const opener = /^["'(]?(what|who|of|that which)\b/i;

const isStatement = (sentence: string): boolean => !/\?["')]*$/.test(sentence);

function findOpeners(passages: readonly Passage[], kind: string): Fault[] {
  return passages.flatMap(splitSentences).flatMap((sentence) => {
    const word = opener.exec(sentence.text)?.[1];
    return word && isStatement(sentence.text) ? [{ ...sentence, rule: `${kind} opens with "${word}"` }] : [];
  });
}

function findLongSentences(passages: readonly Passage[]): Fault[] {
  return passages.flatMap(splitSentences).flatMap((sentence) => {
    const count = sentence.text.split(' ').length;
    return count > maxWords ? [{ ...sentence, rule: `sentence of ${count} words (at most ${maxWords})` }] : [];
  });
}

function findLongLines(text: string, allowed: ReadonlySet<number>): Fault[] {
  return text.split('\n').flatMap((line, index) => {
    const columns = [...line].length;
    const isFault = columns > maxColumns && !allowed.has(index + 1) && !longLines.some((one) => one.test(line));
    return isFault
      ? [{ line: index + 1, rule: `line of ${columns} columns (at most ${maxColumns})`, text: line.trim() }]
      : [];
  });
}

/** Matches the words of `opener` at a possible start of a sentence or a literal. */
const suspicion = /(?:[.?!]["')\]]*\s+|[/*] |\*\n\s*\* |\(\s*['"`])["'(]?(?:what|who|of|that which)\b/i;

/** Returns whether a source may have a fault. Parsing all sources would take seconds. */
function isSuspicious(text: string): boolean {
  return suspicion.test(text) || text.split('\n').some((line) => line.length > maxColumns);
}

function findInSource(path: string, text: string): Fault[] {
  if (!isSuspicious(text)) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return [
    ...findOpeners(findComments(source), 'comment'),
    ...findOpeners(findTitles(source), 'title'),
    ...findLongLines(text, findLiteralLines(source, maxColumns)),
  ];
}

function findInMarkdown(path: string, text: string): Fault[] {
  const paragraphs = findParagraphs(text);
  const isReadme = /(^|\/)README\.md$/.test(path);
  return [
    ...(isReadme ? [...findOpeners(paragraphs, 'paragraph'), ...findLongSentences(paragraphs)] : []),
    ...findLongLines(text, findCodeAndTables(text)),
  ];
}

/** Finds the faults in a file. The file's name determines the language. */
export function findFaults(path: string, text: string): Fault[] {
  if (path.endsWith('.md')) return findInMarkdown(path, text);
  if (/\.(ts|tsx|mts|mjs|cjs)$/.test(path)) return findInSource(path, text);
  const comments = findLineComments(text, path.endsWith('.proto') ? '//' : '#');
  const isYaml = /\.ya?ml$/.test(path);
  return [...findOpeners(comments, 'comment'), ...(isYaml ? findLongLines(text, new Set()) : [])];
}
