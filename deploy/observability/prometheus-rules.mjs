// Prints the rules as objects of Kubernetes, for the operator of Prometheus: node deploy/observability/prometheus-rules.mjs | kubectl apply -f -

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const folder = join(import.meta.dirname, 'alerts');
const items = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => ({
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: `plotline-${name.replace('.yaml', '')}`, namespace: 'plotline' },
    spec: parse(readFileSync(join(folder, name), 'utf8')),
  }));
process.stdout.write(`${JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2)}\n`);
