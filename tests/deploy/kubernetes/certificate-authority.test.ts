import { expect } from 'chai';
import { readVariables } from './environment.js';
import { type Manifest, ofKind, type Pod, type Workload, workloadsOf } from './manifests.js';
import { renderWithComponents } from './with-components.js';

interface CronJob extends Manifest {
  readonly spec: { readonly jobTemplate: { readonly spec: { readonly template: Pod } } };
}

describe('the certificate authority component', () => {
  let manifests: readonly Manifest[];
  /** Everything that creates pods, with the pods of backups. */
  let workloads: readonly Workload[];

  before(async () => {
    manifests = await renderWithComponents('backup', 'exporters', 'certificate-authority');
    const backups = ofKind<CronJob>(manifests, 'CronJob').map((job) => ({ ...job, spec: job.spec.jobTemplate.spec }));
    workloads = [...workloadsOf(manifests), ...backups];
  });

  const isExporter = ({ metadata }: Workload) => metadata.name.endsWith('-exporter');

  it("gives every program, migration and backup the ConfigMap's certificate, and Node the path to it", () => {
    const ours = workloads.filter((one) => !isExporter(one));
    expect(ours.map(({ metadata }) => metadata.name)).to.include.members(['team', 'team-migration', 'backup']);
    for (const workload of ours) {
      const { containers, volumes = [] } = workload.spec.template.spec;
      const { name } = workload.metadata;
      const path = readVariables(manifests, workload)['NODE_EXTRA_CA_CERTS'];
      expect(path, name).to.equal('/run/certificate-authority/ca.crt');
      const mount = containers[0]?.volumeMounts?.find(({ mountPath }) => path?.startsWith(`${mountPath}/`));
      const volume = volumes.find((one) => one.name === mount?.name);
      expect(volume, name).to.deep.include({ configMap: { name: 'certificate-authority' } });
    }
  });

  it('adds no container to the exporters, which are not programs of ours', () => {
    const exporters = workloads.filter(isExporter);
    expect(exporters).to.have.length(2);
    for (const { metadata, spec } of exporters) {
      expect(
        spec.template.spec.containers.map(({ name }) => name),
        metadata.name,
      ).to.deep.equal(['exporter']);
    }
  });
});
