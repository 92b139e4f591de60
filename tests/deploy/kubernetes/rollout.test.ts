import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMetrics } from '@plotline/kit/telemetry/metrics';
import { expect } from 'chai';
import { parseAllYaml } from '../../support/yaml.js';
import { composeFile, programs, root } from '../compose-file.js';
import { isSelected, type Manifest, ofKind, overlays, readManifests, type Workload, workloadsOf } from './manifests.js';

const names = programs.map(([name]) => name);
const production = join(root, 'deploy', 'kubernetes', 'overlays', 'production');

interface DisruptionBudget extends Manifest {
  readonly spec: {
    readonly maxUnavailable: number;
    readonly selector: { readonly matchLabels: Record<string, string> };
  };
}

interface Autoscaler extends Manifest {
  readonly spec: {
    readonly scaleTargetRef: { readonly name: string };
    readonly minReplicas: number;
    readonly maxReplicas: number;
  };
}

interface ScaledObject extends Manifest {
  readonly spec: {
    readonly scaleTargetRef: { readonly name: string };
    readonly minReplicaCount: number;
    readonly maxReplicaCount: number;
    readonly triggers: readonly { readonly type: string; readonly metadata: Readonly<Record<string, string>> }[];
  };
}

for (const overlay of overlays) {
  describe(`rollouts of the overlay ${overlay}`, () => {
    let manifests: readonly Manifest[];
    let deployments: readonly Workload[];

    before(async () => {
      manifests = await readManifests(overlay);
      deployments = workloadsOf(manifests).filter(({ kind }) => kind === 'Deployment');
    });

    it('remove no pod before a new one is ready', () => {
      for (const { spec } of deployments)
        expect(spec.strategy).to.deep.equal({
          type: 'RollingUpdate',
          rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
        });
    });

    it("migrate each service's databases in a job, with the service's environment and image", () => {
      const jobs = workloadsOf(manifests).filter(({ kind }) => kind === 'Job');
      for (const job of jobs) {
        const service = job.metadata.name.replace('-migration', '');
        const [serving] =
          deployments.find(({ metadata }) => metadata.name === service)?.spec.template.spec.containers ?? [];
        const [container] = job.spec.template.spec.containers;
        expect(container?.command).to.deep.equal(composeFile.services[job.metadata.name]?.command);
        expect(container).to.deep.include({ image: serving?.image });
        // The job has the unit's own ConfigMap, but not the one that says where transfer stores files.
        expect(container?.envFrom).to.deep.equal(serving?.envFrom?.slice(0, 1));
        expect(container?.env).to.deep.equal(serving?.env);
      }
      expect(jobs).to.have.length(names.length - 1);
    });

    it('can start together with the migrations, because a label marks the programs', () => {
      const isLabelled = ({ metadata }: Manifest) => metadata.labels?.['app.kubernetes.io/component'] === 'program';
      const scaling = manifests.filter(({ kind }) => kind === 'ScaledObject');
      expect(manifests.filter(isLabelled)).to.have.members([...deployments, ...scaling]);
    });

    it('select the pods of one unit each, and allow one eviction at a time', () => {
      const budgets = ofKind<DisruptionBudget>(manifests, 'PodDisruptionBudget');
      for (const { metadata, spec } of deployments) {
        const { labels } = spec.template.metadata;
        const others = deployments.filter((one) =>
          isSelected(one.spec.template.metadata.labels, spec.selector?.matchLabels),
        );
        expect(others.map((one) => one.metadata.name)).to.deep.equal([metadata.name]);
        const budget = budgets.filter((one) => isSelected(labels, one.spec.selector.matchLabels));
        expect(budget.map((one) => [one.metadata.name, one.spec.maxUnavailable])).to.deep.equal([[metadata.name, 1]]);
      }
    });

    it("spread a unit's pods over nodes as a requirement, and over zones as a preference", () => {
      for (const { spec } of deployments) {
        const rules = spec.template.spec.topologySpreadConstraints?.map((one) => [
          one.topologyKey,
          one.whenUnsatisfiable,
          one.nodeTaintsPolicy,
        ]);
        expect(rules).to.deep.equal([
          ['kubernetes.io/hostname', 'DoNotSchedule', 'Honor'],
          ['topology.kubernetes.io/zone', 'ScheduleAnyway', undefined],
        ]);
      }
    });

    it('leave the number of pods to autoscalers', () => {
      for (const { spec } of deployments) expect(spec).not.to.have.property('replicas');
    });
  });
}

describe('the scaling of the production overlay', () => {
  let objects: readonly ScaledObject[];
  let manifests: readonly Manifest[];

  before(async () => {
    manifests = await readManifests('production');
    objects = ofKind<ScaledObject>(manifests, 'ScaledObject');
  });

  it('keeps at least two pods of each unit, which are scaled by one autoscaler', () => {
    const scalers = ofKind<Autoscaler>(manifests, 'HorizontalPodAutoscaler');
    const targets = [...scalers, ...objects].map(({ spec }) => spec.scaleTargetRef.name);
    expect(targets).to.have.members(names).and.to.have.length(names.length);
    for (const { spec } of objects) {
      expect(spec.minReplicaCount).to.equal(2);
      expect(spec.maxReplicaCount).to.be.greaterThan(2);
    }
  });

  it("applies KEDA's objects together with their Deployments, because KEDA refuses them alone", () => {
    const deployments = ofKind<Manifest>(manifests, 'Deployment');
    for (const { metadata } of [...objects, ...deployments]) {
      expect(metadata.labels?.['app.kubernetes.io/component'], metadata.name).to.equal('program');
    }
  });

  it('keeps the same minimum number of pods without KEDA, and scales by processor time', () => {
    const scalers: readonly Autoscaler[] = parseAllYaml(readFileSync(join(production, 'scaling.yaml'), 'utf8'));
    expect(scalers.map(({ metadata, spec }) => [metadata.name, spec.scaleTargetRef.name])).to.have.deep.members(
      names.map((name) => [name, name]),
    );
    for (const { metadata, spec } of scalers) {
      const object = objects.find((one) => one.spec.scaleTargetRef.name === metadata.name);
      expect([spec.minReplicas, spec.maxReplicas], metadata.name).to.deep.equal([
        object?.spec.minReplicaCount,
        object?.spec.maxReplicaCount,
      ]);
    }
  });

  it('opens as many MongoDB connections as its README says', () => {
    const page = readFileSync(join(root, 'deploy', 'kubernetes', 'README.md'), 'utf8').replaceAll(/\s+/g, ' ');
    const [, pods, each, all] =
      /services have (\d+) pods, each with (\d+) connections .* for (\d+), or/.exec(page) ?? [];
    const services = objects.filter(({ metadata }) => metadata.name !== 'gateway');
    const maxPods = services.reduce((sum, { spec }) => sum + spec.maxReplicaCount, 0);
    expect([Number(pods), Number(all)]).to.deep.equal([maxPods, maxPods * Number(each)]);
  });

  it('adds a pod when each existing pod uses most of a core, or when work is waiting', () => {
    for (const { spec } of objects) {
      const [cpu, waiting] = spec.triggers;
      const { name } = spec.scaleTargetRef;
      expect([cpu?.type, waiting?.type], name).to.deep.equal(['cpu', 'prometheus']);
      expect(waiting?.metadata['query']).to.equal(
        name === 'webhook'
          ? 'max(plotline_webhook_oldest_due_seconds{job="plotline"})'
          : `sum(avg_over_time(plotline_http_requests_in_flight{job="plotline",service="${name}"}[1m]))`,
      );
      expect(waiting?.metadata['serverAddress']).to.match(/^http:/);
    }
  });

  it('uses metrics that exist', async () => {
    const exported = await createMetrics('gateway').registry.metrics();
    expect(exported).to.match(/^plotline_http_requests_in_flight\{service="gateway"\} 0$/m);
    const alerts = readFileSync(join(root, 'deploy', 'observability', 'alerts', 'deliveries.yaml'), 'utf8');
    expect(alerts).to.include('max by (mode) (plotline_webhook_oldest_due_seconds{');
  });
});
