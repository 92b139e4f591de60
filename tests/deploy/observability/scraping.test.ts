import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { observability, readRuleFile, ruleFiles } from '../../support/observability/rules.js';
import { parseAllYaml, parseYaml } from '../../support/yaml.js';
import { composeFile, programs, root } from '../compose-file.js';

interface PrometheusRule {
  readonly kind: string;
  readonly metadata: object;
  readonly spec: object;
}

const read = (...path: string[]) => parseYaml(readFileSync(join(observability, ...path), 'utf8'));

describe('prometheus-rules.mjs', () => {
  it('prints a Kubernetes object for each rules file', () => {
    const text = execFileSync(process.execPath, [join(observability, 'prometheus-rules.mjs')], { encoding: 'utf8' });
    const items: readonly PrometheusRule[] = parseAllYaml(text);
    expect(items.map(({ spec }) => spec)).to.have.deep.members(ruleFiles.map(readRuleFile));
    for (const { kind, metadata } of items) {
      expect(kind).to.equal('PrometheusRule');
      expect(metadata)
        .to.include({ namespace: 'plotline' })
        .and.to.have.property('name')
        .that.matches(/^plotline-[a-z]+$/);
    }
  });
});

describe('prometheus-rules.mjs with --runbooks', () => {
  it('writes rules that link to their runbooks', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plotline-rules-'));
    try {
      const base = 'https://git.example.com/plotline/blob/main';
      const options = ['--runbooks', base, '--out', folder];
      execFileSync(process.execPath, [join(observability, 'prometheus-rules.mjs'), ...options]);
      expect(readdirSync(folder)).to.have.members([...ruleFiles]);
      for (const file of ruleFiles) {
        const text = readFileSync(join(folder, file), 'utf8');
        expect(text.replaceAll(`${base}/`, '')).to.equal(readFileSync(join(observability, 'alerts', file), 'utf8'));
        expect(text.match(/runbook_url: /g)).to.have.length(
          text.split(`runbook_url: ${base}/deploy/runbooks/`).length - 1,
        );
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the scraping of metrics', () => {
  it('covers each program in the Compose file, over a network that Prometheus can reach', () => {
    const [{ job_name, static_configs }] = read('prometheus.yml').scrape_configs;
    expect(job_name).to.equal('plotline');
    const expected = programs.map(([name, { environment = {}, networks = [] }]) => {
      expect(networks, name).to.include('inside');
      return `${name}:${environment['PRIVATE_PORT'] ?? environment['HTTP_PORT']}`;
    });
    expect(static_configs[0].targets).to.have.members(expected);
    expect(composeFile.networks).to.have.property('inside');
  });

  it("reaches each program's private port on Kubernetes, under the job name that the rules expect", () => {
    const { metadata, spec } = read('pod-monitor.yaml');
    const [endpoint] = spec.podMetricsEndpoints;
    expect(metadata.namespace).to.equal('plotline');
    expect(endpoint.relabelings).to.deep.equal([{ targetLabel: 'job', replacement: 'plotline' }]);
    for (const [unit] of programs) {
      const file = readFileSync(join(root, 'deploy', 'kubernetes', 'base', unit, 'deployment.yaml'), 'utf8');
      const deployment = file
        .split(/^---$/m)
        .map((text) => parseYaml(text))
        .find(({ kind }) => kind === 'Deployment');
      const { template } = deployment.spec;
      expect(template.metadata.labels, unit).to.include(spec.selector.matchLabels);
      const ports = template.spec.containers.flatMap(({ ports: own = [] }) => own);
      const names = ports.map(({ name }: { readonly name: string }) => name);
      expect(names, unit).to.include(endpoint.port);
    }
  });
});
