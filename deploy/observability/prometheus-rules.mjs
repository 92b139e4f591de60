// Prints the rules as Kubernetes objects for the Prometheus operator:
//   node deploy/observability/prometheus-rules.mjs | kubectl apply -f -
// --runbooks <address> turns the paths in runbook_url into links below this address, such as that of a repository.
// --out <folder> writes plain files of rules to the folder instead, for a Prometheus without the operator.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { runbooks: { type: 'string' }, out: { type: 'string' } } });
const { runbooks, out } = values;
const folder = join(import.meta.dirname, 'alerts');

/** @param {string} rules */
function addLinks(rules) {
  if (runbooks === undefined) return rules;
  const base = new URL(runbooks.endsWith('/') ? runbooks : `${runbooks}/`).href;
  return rules.replaceAll('runbook_url: deploy/', () => `runbook_url: ${base}deploy/`);
}

/** @param {string} name @param {string} rules */
function toObject(name, rules) {
  return `---
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: { name: plotline-${name.replace('.yaml', '')}, namespace: plotline }
spec:
${rules.trimEnd().replaceAll(/^(?=.)/gm, '  ')}
`;
}

if (out !== undefined) mkdirSync(out, { recursive: true });
for (const name of readdirSync(folder)) {
  if (!name.endsWith('.yaml')) continue;
  const rules = addLinks(readFileSync(join(folder, name), 'utf8'));
  if (out === undefined) process.stdout.write(toObject(name, rules));
  else writeFileSync(join(out, name), rules);
}
