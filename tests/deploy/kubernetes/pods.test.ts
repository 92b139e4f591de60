import { backgroundBudgetMs, requestBudgetMs } from '@plotline/kit/core/time';
import { nodeFlags } from '@plotline/local/supervise/supervise-node';
import { expect } from 'chai';
import { composeFile, programs, stores } from '../compose-file.js';
import { overlays, readManifests, type Workload, workloadsOf } from './manifests.js';

for (const overlay of overlays) {
  describe(`pods in the overlay ${overlay}`, () => {
    let workloads: readonly Workload[];
    /** Workloads that serve requests. */
    let deployments: readonly Workload[];

    before(async () => {
      workloads = workloadsOf(await readManifests(overlay));
      deployments = workloads.filter(({ kind }) => kind === 'Deployment');
    });

    it('exist for every program and its migration, and for stores only in the single overlay', () => {
      const jobs = programs.map(([name]) => `${name}-migration`).filter((name) => name !== 'gateway-migration');
      const expected = [...programs.map(([name]) => name), ...jobs, ...(overlay === 'single' ? stores : [])];
      expect(workloads.map(({ metadata }) => metadata.name)).to.have.members(expected);
    });

    it('have only the rights of restricted pods, no token, and can write only to volumes', () => {
      for (const { metadata, spec } of workloads) {
        const { spec: pod } = spec.template;
        expect(pod.securityContext, metadata.name).to.deep.include({
          runAsNonRoot: true,
          seccompProfile: { type: 'RuntimeDefault' },
        });
        expect(pod).to.include({ serviceAccountName: metadata.name.replace('-migration', '') });
        expect(pod).to.include({ automountServiceAccountToken: false, enableServiceLinks: false });
        expect(pod).not.to.have.any.keys('hostNetwork', 'hostPID', 'hostIPC', 'initContainers');
        for (const { name, ...source } of pod.volumes ?? [])
          expect(source, name).to.have.any.keys('configMap', 'secret', 'emptyDir', 'persistentVolumeClaim');
        for (const { securityContext } of pod.containers)
          expect(securityContext, metadata.name).to.deep.equal({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
      }
    });

    it('request their resources, and have the limits from docker-compose.yml and a disk limit', () => {
      for (const { metadata, spec } of workloads) {
        const { cpus, mem_limit = '' } = composeFile.services[metadata.name] ?? {};
        for (const { resources } of spec.template.spec.containers) {
          expect(resources?.requests, metadata.name).to.have.all.keys('cpu', 'memory', 'ephemeral-storage');
          const memory = mem_limit.replace('m', 'Mi').replace('g', 'Gi');
          const disk = resources?.limits['ephemeral-storage'];
          expect(resources?.limits, metadata.name).to.deep.equal({
            cpu: String(cpus),
            memory,
            'ephemeral-storage': disk,
          });
          expect(disk, metadata.name).to.match(/^\d+Mi$/);
        }
      }
    });

    it('run one exact image release', () => {
      for (const { spec } of workloads)
        for (const { image } of spec.template.spec.containers) {
          expect(image).to.match(/:[\w.-]+(@sha256:[0-9a-f]{64})?$/);
          expect(image).not.to.match(/:latest\b/);
        }
    });

    it('run the commands from docker-compose.yml', () => {
      for (const { metadata, spec } of workloads) {
        const [container] = spec.template.spec.containers;
        const composed = composeFile.services[metadata.name];
        if (stores.includes(metadata.name)) expect(container?.image).to.equal(composed?.image);
        // Compose escapes $ by doubling it.
        const command = composed?.command?.map((part) => part.replaceAll('$$', '$'));
        expect(container?.command, metadata.name).to.deep.equal(command);
        const flags = Object.entries(nodeFlags).find(([name]) => name === metadata.name);
        if (flags) expect(container?.command?.slice(1, -1)).to.deep.equal(flags[1]);
      }
    });

    it('have separate probes for startup, readiness and liveness, and count as alive without their stores', () => {
      for (const { metadata, spec } of deployments)
        for (const { startupProbe, readinessProbe, livenessProbe } of spec.template.spec.containers) {
          const asks = { port: 'internal' };
          expect(startupProbe?.httpGet, metadata.name).to.deep.equal({ ...asks, path: '/health' });
          expect(readinessProbe?.httpGet, metadata.name).to.deep.equal({ ...asks, path: '/ready' });
          expect(livenessProbe?.httpGet, metadata.name).to.deep.equal({ ...asks, path: '/health' });
        }
    });

    it('serve until no more requests arrive, and then have time for the longest request', () => {
      for (const { metadata, spec } of deployments) {
        const { terminationGracePeriodSeconds = 0, containers } = spec.template.spec;
        const waitSeconds = containers[0]?.lifecycle?.preStop.sleep.seconds ?? 0;
        expect(waitSeconds, metadata.name).to.be.at.least(5);
        const maxWorkMs = Math.max(requestBudgetMs, backgroundBudgetMs);
        expect((terminationGracePeriodSeconds - waitSeconds) * 1_000).to.be.greaterThan(2 * maxWorkMs);
      }
    });
  });
}
