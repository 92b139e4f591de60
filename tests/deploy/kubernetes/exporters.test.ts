import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { observability } from '../../support/observability/rules.js';
import { parseAllYaml, parseYaml } from '../../support/yaml.js';
import { root } from '../compose-file.js';
import { isSelected, type Manifest, type Workload, workloadsOf } from './manifests.js';
import { outerGrants } from './network-policies.js';
import { renderWithComponents } from './with-components.js';

interface PodMonitor {
  readonly spec: {
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly podMetricsEndpoints: readonly [
      { readonly port: string; readonly relabelings: readonly { readonly replacement: string }[] },
    ];
  };
}

const exportersFile = parseYaml(readFileSync(join(root, 'deploy', 'compose.exporters.yml'), 'utf8'));

describe('the component exporters', () => {
  let manifests: readonly Manifest[];
  let exporters: readonly Workload[];

  before(async () => {
    manifests = await renderWithComponents('exporters');
    exporters = workloadsOf(manifests).filter(({ metadata }) => metadata.name.endsWith('-exporter'));
    expect(exporters.map(({ metadata }) => metadata.name)).to.have.members(['mongodb-exporter', 'redis-exporter']);
  });

  it('runs the images of Compose with the rights of restricted pods', () => {
    for (const { metadata, spec } of exporters) {
      const { containers, securityContext, ...pod } = spec.template.spec;
      const [container] = containers;
      const composed: { readonly image: string } = exportersFile.services[metadata.name];
      expect(container?.image).to.equal(composed.image.replace(/\$.*$/, ''));
      expect(pod).to.include({ automountServiceAccountToken: false, enableServiceLinks: false });
      expect(securityContext).to.deep.include({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(container?.securityContext).to.deep.equal({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it('lets each reach its store alone, and Prometheus read the figures', () => {
    for (const { metadata, spec } of exporters) {
      const stores = outerGrants(manifests, spec.template, 'egress').filter(({ ports }) => !ports.includes(53));
      const port = metadata.name === 'mongodb-exporter' ? 27_017 : 6_379;
      expect(stores.map(({ ports }) => ports)).to.deep.equal([[port]]);
      const readers = outerGrants(manifests, spec.template, 'ingress');
      expect(readers.map(({ ports }) => ports)).to.deep.equal([['metrics']]);
    }
  });

  it('is scraped under the jobs that the dashboard and StoreUnobserved expect, and never as a program', () => {
    const monitors: readonly PodMonitor[] = parseAllYaml(
      readFileSync(join(observability, 'exporter-monitors.yaml'), 'utf8'),
    );
    const programs: PodMonitor = parseYaml(readFileSync(join(observability, 'pod-monitor.yaml'), 'utf8'));
    for (const { metadata, spec } of exporters) {
      const { labels } = spec.template.metadata;
      expect(isSelected(labels, programs.spec.selector.matchLabels)).to.equal(false);
      const chosen = monitors.filter((monitor) => isSelected(labels, monitor.spec.selector.matchLabels));
      const jobs = chosen.map((monitor) => monitor.spec.podMetricsEndpoints[0].relabelings[0]?.replacement);
      expect(jobs).to.deep.equal([`plotline-${metadata.name.replace('-exporter', '')}`]);
      for (const monitor of chosen) {
        const [endpoint] = monitor.spec.podMetricsEndpoints;
        const ports = spec.template.spec.containers[0]?.ports ?? [];
        expect(ports.map(({ name }) => name)).to.include(endpoint.port);
      }
    }
  });
});
