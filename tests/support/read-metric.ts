import type { Metrics } from '@plotline/kit/telemetry/metrics';

/** Reads a value in Prometheus's text format, such as `x_count{code="OK"}`. Undefined if no series has these labels. */
export async function readMetric(
  registry: Metrics['registry'],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): Promise<number | undefined> {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  for (const line of (await registry.metrics()).split('\n')) {
    const [, found, given = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (found === name && wanted.every((label) => given.includes(label))) return Number(value);
  }
  return undefined;
}
