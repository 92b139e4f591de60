// Prints the rules as Kubernetes objects for the Prometheus operator:
//   node deploy/observability/prometheus-rules.mjs | kubectl apply -f -

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'alerts');
for (const name of readdirSync(folder)) {
  if (!name.endsWith('.yaml')) continue;
  const rules = readFileSync(join(folder, name), 'utf8').trimEnd();
  process.stdout.write(`---
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: { name: plotline-${name.replace('.yaml', '')}, namespace: plotline }
spec:
${rules.replaceAll(/^(?=.)/gm, '  ')}
`);
}
