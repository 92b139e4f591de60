import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** A test in a report: the titles of its groups, and its own title. */
export interface Guarantee {
  readonly groups: readonly string[];
  readonly title: string;
}

/** Returns the text of a title. Names of values in a table appear in braces. */
function toTitle(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return `{${node.getText()}}`;
  const spans = node.templateSpans.map(({ expression, literal }) => `{${expression.getText()}}${literal.text}`);
  return node.head.text + spans.join('');
}

function readCall(node: ts.Node): { name: string; title: ts.Expression } | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const [title] = node.arguments;
  const name = ts.isIdentifier(node.expression) ? node.expression.text : '';
  return title && (name === 'describe' || name === 'it') ? { name, title } : undefined;
}

/** Reads the guarantees from the test titles in a file, in order. */
export function readGuarantees(file: string): Guarantee[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Guarantee[] = [];
  function visit(node: ts.Node, groups: readonly string[]): void {
    const call = readCall(node);
    if (call?.name === 'it') found.push({ groups, title: toTitle(call.title) });
    const inner = call?.name === 'describe' ? [...groups, toTitle(call.title)] : groups;
    ts.forEachChild(node, (child) => visit(child, inner));
  }
  visit(source, []);
  return found;
}
