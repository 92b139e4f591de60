import { expect } from 'chai';
import { readConfig } from '../read-config.js';
import { readVariables } from './environment.js';
import { type Manifest, ofKind, type Pod, readManifests, type Workload, workloadsOf } from './manifests.js';
import { outerGrants } from './network-policies.js';
import { renderWithComponents } from './with-components.js';

interface CronJob extends Manifest {
  readonly spec: {
    readonly concurrencyPolicy: string;
    readonly jobTemplate: { readonly spec: { readonly template: Pod } };
  };
}

const accessOf = ({ spec }: Pod) =>
  Object.fromEntries(
    (spec.containers[0]?.volumeMounts ?? []).map(({ mountPath, ...mount }) => [
      mountPath,
      Reflect.get(mount, 'readOnly') === true ? 'read' : 'write',
    ]),
  );

describe('the backup component', () => {
  let manifests: readonly Manifest[];
  let cronJob: CronJob;
  let pod: Pod;
  let age: Workload;

  before(async () => {
    manifests = await renderWithComponents('backup');
    const [job] = ofKind<CronJob>(manifests, 'CronJob');
    const [deployment] = workloadsOf(manifests).filter(({ metadata }) => metadata.name === 'backup-age');
    if (!job || !deployment) throw new Error('The component lacks a part.');
    cronJob = job;
    pod = job.spec.jobTemplate.spec.template;
    age = deployment;
  });

  it('makes one backup at a time, with variables that the program reads', () => {
    expect(cronJob.spec.concurrencyPolicy).to.equal('Forbid');
    const [container] = pod.spec.containers;
    expect(container?.command).to.deep.equal(['node', 'deploy/backup/dist/main.js', 'make']);
    const given = readVariables(manifests, { ...age, spec: { template: pod } });
    const { MONGO_URL_FILE: _file, ...others } = given;
    const names = [...Object.keys(others), 'MONGO_URL'];
    const environment = { ...others, MONGO_URL: 'mongodb://mongo/' };
    expect(readConfig('deploy/backup/dist/main.js', environment)).to.include.members(names);
  });

  it('writes the backups in one pod, and only reads them in the pod that serves their age', () => {
    expect(accessOf(pod)).to.deep.equal({ '/run/secrets': 'read', '/tmp': 'write', '/backups': 'write' });
    expect(accessOf(age.spec.template)).to.deep.equal({ '/run/secrets': 'read', '/tmp': 'write', '/backups': 'read' });
  });

  it('has a label on all its objects, by which they can be applied alone', async () => {
    const others = new Set((await readManifests('production')).map(({ kind, metadata }) => `${kind} ${metadata.name}`));
    const added = manifests.filter(({ kind, metadata }) => !others.has(`${kind} ${metadata.name}`));
    expect(added.map(({ kind }) => kind)).to.have.members([
      'ConfigMap',
      'CronJob',
      'Deployment',
      'PersistentVolumeClaim',
      'ServiceAccount',
    ]);
    for (const { kind, metadata } of added) {
      expect(metadata.labels?.['app.kubernetes.io/name'], kind).to.be.oneOf(['backup', 'backup-age']);
    }
  });

  it('backs up the files of the component volume with the component backup-files, whose mount is the fourth', async () => {
    const rendered = await renderWithComponents('volume', 'backup', 'backup-files', 'backup-bucket');
    const [job] = ofKind<CronJob>(rendered, 'CronJob');
    if (!job) throw new Error('There is no CronJob.');
    const template = job.spec.jobTemplate.spec.template;
    expect(accessOf(template)).to.include({ '/files': 'read', '/backups': 'write' });
    // The runbook makes this mount writable for a restore.
    expect(template.spec.containers[0]?.volumeMounts?.at(3)?.mountPath).to.equal('/files');
    expect(readVariables(rendered, { ...age, spec: { template } })['FILES_DIRECTORY']).to.equal('/files');
  });

  it('runs the transfer image in both pods, with minimal rights', () => {
    const [transfer] = workloadsOf(manifests).filter(({ metadata }) => metadata.name === 'transfer');
    const expected = transfer?.spec.template.spec;
    for (const { spec } of [pod, age.spec.template]) {
      expect(spec.containers[0]?.image).to.equal(expected?.containers[0]?.image);
      expect(spec.securityContext).to.deep.equal(expected?.securityContext);
      expect(spec.containers[0]?.securityContext).to.deep.equal(expected?.containers[0]?.securityContext);
      expect(spec).to.include({ automountServiceAccountToken: false, enableServiceLinks: false });
    }
  });

  it('lets the backup reach only MongoDB, and lets Prometheus read the age', () => {
    const mongo = outerGrants(manifests, pod, 'egress').filter(({ ports }) => !ports.includes(53));
    expect(mongo.map(({ ports }) => ports)).to.deep.equal([[27_017]]);
    const scraping = outerGrants(manifests, age.spec.template, 'ingress');
    expect(scraping.map(({ ports }) => ports)).to.deep.equal([['internal']]);
    expect(
      outerGrants(manifests, age.spec.template, 'egress').filter(({ ports }) => !ports.includes(53)),
    ).to.deep.equal([]);
    expect(age.spec.template.spec.containers[0]?.ports).to.deep.equal([{ name: 'internal', containerPort: 4_108 }]);
  });
});
