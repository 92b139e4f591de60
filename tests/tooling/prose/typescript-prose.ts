import ts from 'typescript';
import { type Passage, splitPassages } from './passage.js';

/** Returns the text of a comment without `//`, `/**` and the stars at the start of its lines. */
function readCommentLines(comment: string): string[] {
  if (comment.startsWith('//')) return [comment.replace(/^\/+ ?/, '')];
  const inner = comment.slice(2, -2).split('\n');
  return inner.map((line) => line.trim().replace(/^\*+ ?/, ''));
}

/** Comments on consecutive lines are one passage. */
function joinLineComments(comments: readonly Passage[]): Passage[] {
  const joined: { line: number; lines: string[] }[] = [];
  for (const { line, lines } of comments) {
    const last = joined.at(-1);
    if (last && last.line + last.lines.length === line) last.lines.push(...lines);
    else joined.push({ line, lines: [...lines] });
  }
  return joined;
}

/** Finds the comments in a source by its tokens, because strings and templates may contain `//`. */
export function findComments(source: ts.SourceFile): Passage[] {
  const comments = new Map<number, Passage>();
  const collect = (range: ts.CommentRange): void => {
    const line = source.getLineAndCharacterOfPosition(range.pos).line + 1;
    comments.set(range.pos, { line, lines: readCommentLines(source.text.slice(range.pos, range.end)) });
  };
  const texts: ts.TextRange[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) texts.push(node);
    const children = node.getChildren(source).filter((child) => !ts.isJSDoc(child));
    for (const child of children) visit(child);
    if (children.length > 0) return;
    for (const range of ts.getLeadingCommentRanges(source.text, node.pos) ?? []) collect(range);
    for (const range of ts.getTrailingCommentRanges(source.text, node.end) ?? []) collect(range);
  };
  visit(source);
  const inOrder = [...comments]
    .filter(([start]) => !texts.some(({ pos, end }) => start >= pos && start < end))
    .toSorted(([a], [b]) => a - b)
    .map(([, comment]) => comment);
  return joinLineComments(inOrder).flatMap(splitPassages);
}

/** Finds the titles of tests and of test groups. */
export function findTitles(source: ts.SourceFile): Passage[] {
  const titles: Passage[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return;
    const [title] = node.arguments;
    if (!title || !/^(describe|it)$/.test(node.expression.text)) return;
    const line = source.getLineAndCharacterOfPosition(title.getStart(source)).line + 1;
    if (ts.isStringLiteralLike(title)) titles.push({ line, lines: [title.text] });
    else if (ts.isTemplateExpression(title)) titles.push({ line, lines: [title.head.text] });
  };
  visit(source);
  return titles;
}

/** Finds the lines on which only a literal exceeds a width. The formatter doesn't break literals. */
export function findLiteralLines(source: ts.SourceFile, width: number): ReadonlySet<number> {
  const lines = new Set<number>();
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    const isLiteral =
      ts.isStringLiteralLike(node) ||
      ts.isTemplateExpression(node) ||
      ts.isRegularExpressionLiteral(node) ||
      ts.isJsxText(node);
    if (!isLiteral) return;
    const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
    const last = source.getLineAndCharacterOfPosition(node.end).line;
    for (let line = first; line <= last; line += 1) lines.add(line + 1);
  };
  if (source.text.split('\n').some((line) => line.length > width)) visit(source);
  return lines;
}
