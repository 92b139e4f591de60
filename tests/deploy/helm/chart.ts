import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { parseAllYaml } from '../../support/yaml.js';
import { root } from '../compose-file.js';
import type { Manifest } from '../kubernetes/manifests.js';
import { obtainHelm } from './obtain-helm.js';

export const chart = join(root, 'deploy', 'helm');

/** Values files by the name of their set: none, the chart's two files, and a file of the tests that sets everything. */
export const valueSets = {
  default: [],
  single: [join(chart, 'values', 'single.yaml')],
  production: [join(chart, 'values', 'production.yaml')],
  everything: [join(chart, 'values', 'production.yaml'), join(import.meta.dirname, 'values', 'everything.yaml')],
} as const;
export type ValueSet = keyof typeof valueSets;
export const valueSetNames: readonly ValueSet[] = ['default', 'single', 'production', 'everything'];

let helm: Promise<string> | undefined;

interface HelmResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs Helm, and resolves to its exit code and output. */
export async function runHelm(...args: readonly string[]): Promise<HelmResult> {
  helm ??= obtainHelm(process.env);
  const program = await helm;
  return new Promise((resolve) => {
    execFile(program, args, { maxBuffer: 16 * 1_048_576 }, (error, stdout, stderr) => {
      resolve({ code: error ? 1 : 0, stdout, stderr });
    });
  });
}

/** Arguments that name the values files of a set. */
export function valuesOf(set: ValueSet): string[] {
  return valueSets[set].flatMap((file) => ['--values', file]);
}

/** Renders a chart as YAML, as `helm install` would apply it. */
export async function renderChart(from: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runHelm('template', 'plotline', from, '--namespace', 'plotline', ...args);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

/** Renders our chart with a set of values, and further arguments. */
export async function readChart(set: ValueSet, ...args: readonly string[]): Promise<readonly Manifest[]> {
  const all: readonly (Manifest | null)[] = parseAllYaml(await renderChart(chart, ...valuesOf(set), ...args));
  return all.filter((one) => one !== null);
}
