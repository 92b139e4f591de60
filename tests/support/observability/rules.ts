import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseYaml } from '../yaml.js';

const checkout = resolve(import.meta.dirname, '../../..');
/** `deploy/observability` */
export const observability = join(checkout, 'deploy', 'observability');

export interface Rule {
  readonly alert: string;
  readonly expr: string;
  /** Absent if the alert fires immediately. */
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

/** Series that Prometheus computes for alerts and dashboards. */
export interface Recording {
  readonly record: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
}

export interface RuleFile {
  readonly groups: readonly { readonly name: string; readonly rules: readonly (Rule | Recording)[] }[];
}

/** Names of the rule files in `deploy/observability/alerts`. Each has a test file with the same name. */
export const ruleFiles = readdirSync(join(observability, 'alerts')).filter((name) => name.endsWith('.yaml'));

export function readRuleFile(name: string): RuleFile {
  return parseYaml(readFileSync(join(observability, 'alerts', name), 'utf8'));
}

const isAlert = (rule: Rule | Recording): rule is Rule => 'alert' in rule;

const all = ruleFiles.flatMap((file) =>
  readRuleFile(file).groups.flatMap((group) => group.rules.map((rule) => ({ file, rule }))),
);

/** All alerts with their files. */
export const rules = all.flatMap(({ file, rule }) => (isAlert(rule) ? [{ ...rule, file }] : []));

/** All recorded series. */
export const recordings = all.flatMap(({ rule }) => (isAlert(rule) ? [] : [rule]));

/** Metrics that other programs export (`deploy/observability/README.md`, "Further sources"). */
export const foreignMetrics = /^(up$|probe_|mongodb_(ss|rs)_|rabbitmq_|redis_|plotline_backup_)/;

/** Alerts that fire in a system without those programs. Watchdog always fires. */
export const alwaysFiring: ReadonlySet<string> = new Set(['Watchdog', 'BackupTooOld']);

const keywords = new Set(['by', 'on', 'group_left', 'and', 'or', 'unless', 'bool']);

/** Returns the metrics that an expression selects: its names that are neither functions nor labels. */
export function findMetrics(expr: string): string[] {
  const selected = expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ').replaceAll(/\b(?:by|on|group_left) \([^)]*\)/g, ' ');
  const names = selected.match(/\b[a-z_][a-z0-9_:]*\b(?!\s*\()/gi) ?? [];
  return [...new Set(names.filter((name) => !keywords.has(name)))];
}
