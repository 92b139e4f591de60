import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'glob';
import ts from 'typescript';
import { parseAllYaml } from '../support/yaml.js';

/** Regular expression in the product. */
export interface Expression {
  readonly source: string;
  readonly flags: string;
  /** File and line. */
  readonly at: string;
}

/** Code that runs in production, and the contracts. The services compile the patterns in the contracts. */
const sources = ['services/*/src/**/*.{ts,tsx}', 'gateway/src/**/*.ts', 'deploy/*/src/**/*.ts'];
const contracts = ['services/*/{openapi,common}.yaml', 'gateway/openapi.yaml'];

/**
 * Returns the text of an expression that consists of literals and constants of the same file. Null if the text is only
 * known at run time.
 */
function readText(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) {
    const constant = constants.get(node.text);
    return constant ? readText(constant, constants) : null;
  }
  if (!ts.isTemplateExpression(node)) return null;
  const parts = node.templateSpans.map(({ expression, literal }) => {
    const text = readText(expression, constants);
    return text === null ? null : text + literal.text;
  });
  return parts.includes(null) ? null : node.head.text + parts.join('');
}

function readConstants(file: ts.SourceFile): ReadonlyMap<string, ts.Expression> {
  const declarations = file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations]);
  return new Map(
    declarations.flatMap(({ name, initializer }) =>
      ts.isIdentifier(name) && initializer ? [[name.text, initializer] as const] : [],
    ),
  );
}

/**
 * Finds the regular expression literals in a source file, and the known arguments of `RegExp`. Other arguments consist
 * of escaped text.
 */
export function findInSource(path: string, text: string): Expression[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const constants = readConstants(file);
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    const at = () => `${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), at: at() });
    } else if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp') {
      const [source, flags] = (node.arguments ?? []).map((argument) => readText(argument, constants));
      if (typeof source === 'string') found.push({ source, flags: flags ?? '', at: at() });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Finds the values of `pattern` in a contract. ajv compiles them with the flag `u`. */
export function findInContract(path: string, text: string): Expression[] {
  const found: Expression[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'pattern' && typeof inner === 'string') found.push({ source: inner, flags: 'u', at: path });
      else visit(inner);
    }
  };
  visit(parseAllYaml(text));
  return found;
}

/** Finds every regular expression in the product, without duplicates. */
export function findExpressions(root: string): Expression[] {
  const read = (globs: readonly string[], find: (path: string, text: string) => Expression[]) =>
    globSync([...globs], { cwd: root, posix: true })
      .toSorted()
      .flatMap((path) => find(path, readFileSync(join(root, path), 'utf8')));
  const all = [...read(sources, findInSource), ...read(contracts, findInContract)];
  return [...new Map(all.map((one) => [`/${one.source}/${one.flags}`, one])).values()];
}
