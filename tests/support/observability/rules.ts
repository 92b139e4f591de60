import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseYaml } from '../yaml.js';

const checkout = resolve(import.meta.dirname, '../../..');
/** `deploy/observability` */
export const observability = join(checkout, 'deploy', 'observability');

export interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

export interface RuleFile {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

/** Names of the rule files of `deploy/observability/alerts`. Each has tests of the same name. */
export const ruleFiles = readdirSync(join(observability, 'alerts')).filter((name) => name.endsWith('.yaml'));

export function readRuleFile(name: string): RuleFile {
  return parseYaml(readFileSync(join(observability, 'alerts', name), 'utf8'));
}

/** Returns all alerts with their files. */
export const rules = ruleFiles.flatMap((file) =>
  readRuleFile(file).groups.flatMap((group) => group.rules.map((rule) => ({ ...rule, file }))),
);

const keywords = new Set(['by', 'on', 'group_left', 'and', 'or', 'unless']);

/** Returns the metrics that an expression selects, which are its names that are neither functions nor labels. */
export function findMetrics(expr: string): string[] {
  const selected = expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ').replaceAll(/\b(?:by|on|group_left) \([^)]*\)/g, ' ');
  const names = selected.match(/\b[a-z_][a-z0-9_]*\b(?!\s*\()/g) ?? [];
  return [...new Set(names.filter((name) => !keywords.has(name)))];
}
