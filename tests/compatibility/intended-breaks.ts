import { readFileSync } from 'node:fs';
import { isTree, textOf } from '../support/contract/tree.js';
import { parseYaml } from '../support/yaml.js';
import type { BreakingChange } from './breaking-changes.js';
import { type DocumentName, documentNames } from './served-documents.js';

/** A breaking change that is intended. */
export interface IntendedBreak {
  readonly document: DocumentName;
  readonly rule: string;
  readonly at: string;
  readonly reason: string;
}

function toIntendedBreak(entry: unknown, place: number): IntendedBreak {
  const { document, rule, at, reason }: Partial<Record<string, unknown>> = isTree(entry) ? entry : {};
  const name = documentNames.find((one) => one === document);
  const [ruleText = '', atText = '', reasonText = ''] = [rule, at, reason].map((value) => textOf(value)?.trim());
  if (name === undefined || ruleText === '' || atText === '' || reasonText === '') {
    throw new Error(`Intended break ${place + 1} needs document (${documentNames.join(' or ')}), rule, at and reason.`);
  }
  return { document: name, rule: ruleText, at: atText, reason: reasonText };
}

/**
 * Reads a file's list of intended changes. Throws an error with the location of an incomplete entry, such as one
 * without a reason.
 */
export function readIntendedBreaks(file: string): readonly IntendedBreak[] {
  const list: unknown = parseYaml(readFileSync(file, 'utf8')) ?? [];
  if (!Array.isArray(list)) throw new Error(`${file} is not a list.`);
  return list.map(toIntendedBreak);
}

/** Returns the changes that are not intended. */
export function withoutIntended(
  document: DocumentName,
  changes: readonly BreakingChange[],
  intended: readonly IntendedBreak[],
): readonly BreakingChange[] {
  const isMeant = ({ rule, at }: BreakingChange) =>
    intended.some((one) => one.document === document && one.rule === rule && one.at === at);
  return changes.filter((change) => !isMeant(change));
}
