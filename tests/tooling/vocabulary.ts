import { basename } from 'node:path';
import ts from 'typescript';

/** A word that identifiers must not use, and the usual word for it. */
interface Replacement {
  /** Matches a whole name of a declaration, a property or a file. */
  readonly name: RegExp;
  readonly say: string;
}

/** Matches names that start with, contain or end with one of the words, in camelCase, snake_case or kebab-case. */
const anywhere = (...words: readonly string[]): RegExp => {
  const capitals = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return new RegExp(
    `(^|[-_.#])(${words.join('|')})([A-Z]|[-_.]|$)|[a-z0-9](${capitals.join('|')})([A-Z]|[-_.]|$)|^(${capitals.join('|')})([A-Z]|$)`,
  );
};

const exactly = (...names: readonly string[]): RegExp => new RegExp(`^#?(${names.join('|')})$`);

/** Words that identifiers must not use, one row per concept. Excludes words that the database and protocols use. */
const replacements: readonly Replacement[] = [
  { name: anywhere('foundation', 'foundations'), say: 'ServiceRuntime, createRuntime' },
  { name: exactly('partsOf', 'ServiceParts'), say: 'createService, Service' },
  // RabbitMQ uses this word in lower case.
  { name: /^([Oo]penExchange|Exchange|[eE]xchange(Log|-log))(\.ts)?$/, say: 'RequestContext' },
  { name: exactly('gather', 'Gathering', 'gathered'), say: 'createBatcher' },
  { name: anywhere('upkeep'), say: 'PeriodicTask' },
  { name: /^[A-Za-z]*Sweep(er)?$/, say: 'PeriodicTask' },
  { name: anywhere('crew'), say: 'WorkerPool' },
  { name: anywhere('lane', 'lanes'), say: 'EndpointQueue' },
  { name: anywhere('tenure'), say: 'LeaseTerm' },
  { name: anywhere('overtaken'), say: 'VersionConflict' },
  { name: anywhere('settle', 'settled', 'settling'), say: 'retryOnConflict, markPublished, recordOutcomes' },
  { name: exactly('touch', 'touched'), say: 'lockRecord' },
  { name: anywhere('tally', 'tallies'), say: 'Counter, CounterChange' },
  { name: exactly('Figures', 'figures'), say: 'Counter, CounterTotals' },
  { name: anywhere('fold', 'folded'), say: 'normalizeText' },
  { name: anywhere('intake'), say: 'LeadWriter' },
  { name: exactly('Arrival', 'arrive'), say: 'LeadWriter' },
  { name: anywhere('handover', 'handovers', 'departure', 'departures'), say: 'reassignment' },
  { name: anywhere('heir', 'heirs'), say: 'assignee' },
  { name: anywhere('repricing', 'repricings', 'reprice'), say: 'price refresh' },
  { name: exactly('takeTurn', 'reprice-turn.ts'), say: 'refreshPrices' },
  { name: anywhere('sight', 'sees'), say: 'Visibility, canView' },
  { name: exactly('KeyUses', 'rememberKeyUses', 'key-uses.ts'), say: 'IdempotencyKeyRegistry' },
  { name: exactly('walkName'), say: 'cursorScope' },
  { name: /^foundOr[A-Z]/, say: 'getOrCreate' },
  { name: exactly('foundTeam', 'foundWorkspace'), say: 'createTeam, createWorkspace' },
  { name: /^(most|longest|deepest|furthest|fewest)([A-Z_]|$)/, say: 'max…, min…' },
  { name: exactly('keptSeconds', 'kept_seconds'), say: 'ttlSeconds' },
  { name: exactly('stage_since', 'reached'), say: 'stage_entered_at, stage_history' },
  { name: exactly('wakes'), say: 'revision' },
];

/** A name that the vocabulary replaces. */
export interface Misnomer {
  readonly name: string;
  readonly line: number;
  readonly say: string;
}

/** Returns the names that a source file declares: types, functions, variables, parameters and members. */
function declaredNames(source: ts.SourceFile): readonly ts.Node[] {
  const names: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    const isDeclaration =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isBindingElement(node) ||
      ts.isTypeElement(node) ||
      ts.isClassElement(node) ||
      ts.isObjectLiteralElementLike(node);
    if (isDeclaration && node.name && !ts.isObjectBindingPattern(node.name) && !ts.isArrayBindingPattern(node.name)) {
      names.push(node.name);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** Option names in libraries. */
const foreignNames: ReadonlySet<string> = new Set(['onSettled']);

function findReplacement(name: string): Replacement | undefined {
  return foreignNames.has(name) ? undefined : replacements.find((one) => one.name.test(name));
}

/**
 * Returns whether a word in a source, even in a comment, would be a wrong name. Caches the result, because all sources
 * use the same words.
 */
const suspicions = new Map<string, boolean>();

function isSuspicious(word: string): boolean {
  const suspicion = suspicions.get(word) ?? findReplacement(word) !== undefined;
  suspicions.set(word, suspicion);
  return suspicion;
}

/**
 * Finds names that the vocabulary replaces, including the file's own name. Parses only files that contain such a word.
 */
export function findMisnomers(path: string, text: string): Misnomer[] {
  if (!isSuspicious(basename(path)) && !(text.match(/[\w$-]+/g) ?? []).some(isSuspicious)) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = [{ name: basename(path), line: 0 }];
  for (const node of declaredNames(source)) {
    const name = node.getText(source).replaceAll(/^['"]|['"]$/g, '');
    found.push({ name, line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1 });
  }
  return found.flatMap(({ name, line }) => {
    const replacement = findReplacement(name);
    return replacement ? [{ name, line, say: replacement.say }] : [];
  });
}
