import { expect } from 'chai';
import { readVariables } from '../kubernetes/environment.js';
import { type Manifest, ofKind, type Pod, type Service, workloadsOf } from '../kubernetes/manifests.js';
import { allowedCalls } from '../kubernetes/network-policies.js';
import { readChart } from './chart.js';

interface Route extends Manifest {
  readonly spec: {
    readonly hostnames: readonly string[];
    readonly rules: readonly { readonly backendRefs: readonly { readonly name: string; readonly port: number }[] }[];
  };
}

interface ExternalSecret extends Manifest {
  readonly spec: { readonly target: { readonly name: string; readonly creationPolicy: string } };
}

interface CronJob extends Manifest {
  readonly spec: { readonly schedule: string; readonly jobTemplate: { readonly spec: { readonly template: Pod } } };
}

/** Pod as a top-level manifest. */
type LonePod = Manifest & Pod;

const weightOf = ({ metadata }: Manifest) => Number(metadata.annotations?.['helm.sh/hook-weight']);

/** Returns the differences between two renderings of the workloads, by kind and name. */
function changedWorkloads(before: readonly Manifest[], after: readonly Manifest[]): string[] {
  const texts = new Map(before.map((one) => [`${one.kind} ${one.metadata.name}`, JSON.stringify(one)]));
  const changed = workloadsOf(after).filter(
    (one) => texts.get(`${one.kind} ${one.metadata.name}`) !== JSON.stringify(one),
  );
  return changed.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
}

describe('an installation with the chart', () => {
  let everything: readonly Manifest[];
  let standard: readonly Manifest[];

  before(async () => {
    everything = await readChart('everything');
    standard = await readChart('default');
  });

  it('migrates before anything else changes, after it has created the Secret and the account that the jobs need', () => {
    const hooks = everything.filter(
      ({ metadata }) => metadata.annotations?.['helm.sh/hook'] === 'pre-install,pre-upgrade',
    );
    const ordered = hooks.toSorted((a, b) => weightOf(a) - weightOf(b)).map(({ kind }) => kind);
    expect(ordered).to.deep.equal(['ExternalSecret', 'ServiceAccount', ...Array<string>(7).fill('Job')]);
    for (const { spec } of workloadsOf(hooks)) {
      const { serviceAccountName, containers, volumes = [] } = spec.template.spec;
      expect(serviceAccountName).to.equal(hooks.find(({ kind }) => kind === 'ServiceAccount')?.metadata.name);
      // ConfigMaps are created after the hooks. The only exception is the ConfigMap that the operator of the cluster
      // creates.
      expect(JSON.stringify(containers)).not.to.include('configMap');
      const maps = volumes.flatMap((volume) => volume['configMap'] ?? []);
      expect(maps).to.deep.equal([{ name: 'certificate-authority' }]);
    }
  });

  it('migrates alongside the programs when it includes the stores, with new jobs for each revision', async () => {
    const jobs = ofKind(await readChart('single'), 'Job');
    expect(jobs).to.have.length(7);
    for (const { metadata } of jobs) {
      expect(metadata.annotations).to.equal(undefined);
      expect(metadata.name).to.match(/-migration-1$/);
    }
  });

  it('gets the Secret from a store, keeps it when the object is replaced, and gives it to every pod', () => {
    const [secret] = ofKind<ExternalSecret>(everything, 'ExternalSecret');
    expect(secret?.spec.target).to.include({ name: 'plotline-secrets', creationPolicy: 'Orphan' });
    for (const { metadata, spec } of workloadsOf(everything)) {
      const { volumes = [], containers } = spec.template.spec;
      const mounted = volumes.flatMap((volume) => volume.secret?.secretName ?? []);
      // The exporter of MongoDB reads its address from a variable.
      const read = [...JSON.stringify(containers).matchAll(/"secretKeyRef":\{"key":"\w+","name":"([\w-]+)"/g)];
      const names = [...mounted, ...read.map(([, name]) => name)];
      expect(new Set(names), metadata.name).to.deep.equal(new Set(['plotline-secrets']));
    }
    expect(ofKind(standard, 'Secret', 'ExternalSecret')).to.deep.equal([]);
  });

  it('routes each public address to its listener through the Gateway API', () => {
    const [gateway] = ofKind<Service>(everything, 'Service').filter(({ metadata }) => metadata.name === 'gateway');
    const routes = ofKind<Route>(everything, 'HTTPRoute').map(({ spec }) => [
      spec.hostnames.join(),
      spec.rules.flatMap(({ backendRefs }) => backendRefs.map(({ name, port }) => [name, port])).join(),
    ]);
    expect(routes).to.have.deep.members([
      ['api.example.com', 'gateway,8080'],
      ['sandbox.example.com', 'gateway,8081'],
      ['auth.example.com', 'gateway,8082'],
    ]);
    expect(gateway?.spec.ports.map(({ port }) => port)).to.have.members([8080, 8081, 8082]);
    expect(ofKind(standard, 'HTTPRoute', 'Ingress')).to.deep.equal([]);
  });

  it('can be tested by a pod that the network policies allow to call the gateway', () => {
    const [pod] = ofKind<LonePod>(standard, 'Pod');
    if (!pod) throw new Error('There is no pod.');
    expect(pod.metadata.annotations?.['helm.sh/hook']).to.equal('test');
    const pods = [...workloadsOf(standard).map(({ spec }) => spec.template), pod];
    const asked = [...JSON.stringify(pod.spec.containers).matchAll(/http:\/\/[a-z-]+:(\d+)/g)];
    const expected = asked.map(([, port]) => `gateway-test gateway:${port}`);
    expect(expected).to.have.length(2);
    for (const side of ['egress', 'ingress'] as const)
      expect(allowedCalls(standard, pods, side), side).to.include.members(expected);
  });

  it('gives every pod the pull secrets, the priority and the scheduling constraints', () => {
    const backups = ofKind<CronJob>(everything, 'CronJob').map(({ spec }) => spec.jobTemplate.spec.template);
    const programs = workloadsOf(everything).map(({ spec }) => spec.template);
    const pods = [...programs, ...backups, ...ofKind<LonePod>(everything, 'Pod')];
    expect(pods).to.have.length(20);
    for (const { spec } of pods) {
      expect(spec).to.deep.include({
        imagePullSecrets: [{ name: 'registry' }],
        priorityClassName: 'plotline',
        nodeSelector: { 'kubernetes.io/arch': 'amd64' },
        tolerations: [{ key: 'plotline', operator: 'Exists', effect: 'NoSchedule' }],
      });
    }
  });

  it('restarts only the pods whose configuration changes', async () => {
    const own = await readChart('default', '--set', 'units.team.env.LOG_LEVEL=debug');
    expect(changedWorkloads(standard, own)).to.deep.equal(['Deployment team', 'Job team-migration']);
    const files = await readChart('default', '--set', 'files.bucket.region=eu-central-1');
    expect(changedWorkloads(standard, files)).to.deep.equal(['Deployment transfer']);
    const archive = await readChart('default', '--set', 'journalArchive.enabled=true');
    expect(changedWorkloads(standard, archive)).to.deep.equal(['Deployment inventory', 'Deployment pipeline']);
    const moving = ['--set', 'journalArchive.enabled=true', '--set', 'journalArchive.days=365'];
    expect(changedWorkloads(archive, await readChart('default', ...moving))).to.deep.equal([
      'Deployment inventory',
      'Deployment pipeline',
    ]);
  });

  it('runs a single unit in its own version', async () => {
    const own = await readChart('default', '--set', 'units.team.image.tag=9.9.9');
    expect(changedWorkloads(standard, own)).to.have.members(['Deployment team', 'Job team-migration']);
    const images = new Set(workloadsOf(own).map(({ spec }) => spec.template.spec.containers[0]?.image));
    expect(images.size).to.equal(2);
    expect([...images]).to.include('plotline:9.9.9');
  });

  it('makes no backups by default', () => {
    expect(ofKind(standard, 'CronJob')).to.deep.equal([]);
    expect(JSON.stringify(standard)).not.to.include('"backup"');
  });

  it('makes backups as often, and keeps them for as long, as the values say', () => {
    const [job] = ofKind<CronJob>(everything, 'CronJob');
    const [age] = workloadsOf(everything).filter(({ metadata }) => metadata.name === 'backup-age');
    if (!job || !age) throw new Error('There are no backups.');
    expect(job.spec.schedule).to.equal('47 */2 * * *');
    const { template } = job.spec.jobTemplate.spec;
    for (const pod of [template, age.spec.template]) {
      expect(readVariables(everything, { ...age, spec: { template: pod } })).to.include({
        BACKUP_KEEP_HOURS: '24',
        BACKUP_KEEP_DAYS: '7',
        BACKUP_KEEP_WEEKS: '8',
        BACKUP_S3_ENDPOINT: 'https://backups.example.org/plotline',
        NODE_EXTRA_CA_CERTS: '/run/certificate-authority/ca.crt',
      });
      const secrets = (pod.spec.volumes ?? []).flatMap(({ secret }) => (secret ? [secret.secretName] : []));
      expect(secrets).to.deep.equal(['plotline-secrets', 'plotline-secrets']);
    }
  });

  it('mounts in a backup what the runbook for a restore expects, and where', async () => {
    const values = ['--set', 'backups.enabled=true', '--set', 'backups.bucket.enabled=true'];
    const [job] = ofKind<CronJob>(await readChart('single', ...values), 'CronJob');
    const { containers = [], volumes = [] } = job?.spec.jobTemplate.spec.template.spec ?? {};
    expect(volumes[0]?.secret?.items).to.deep.equal([{ key: 'mongo_url_backup', path: 'mongo_url_backup' }]);
    expect(containers[0]?.volumeMounts?.at(3)?.mountPath).to.equal('/files');
  });

  it('has no network policies when they are disabled', async () => {
    const open = await readChart('production', '--set', 'networkPolicies.enabled=false');
    expect(ofKind(open, 'NetworkPolicy')).to.deep.equal([]);
  });
});
