import { expect } from 'chai';
import { readConfig } from '../read-config.js';
import { readVariables } from './environment.js';
import { type Manifest, ofKind, type Pod, workloadsOf } from './manifests.js';
import { outerGrants } from './network-policies.js';
import { renderWithComponents } from './with-components.js';

interface CronJob extends Manifest {
  readonly spec: { readonly jobTemplate: { readonly spec: { readonly template: Pod } } };
}

const key = 'backup_s3_secret_access_key';

describe('the component backup-bucket', () => {
  let manifests: readonly Manifest[];
  /** The pod that makes backups, and the one that serves their age. */
  let pods: readonly Pod[];

  before(async () => {
    manifests = await renderWithComponents('backup', 'backup-bucket');
    const jobs = ofKind<CronJob>(manifests, 'CronJob').map(({ spec }) => spec.jobTemplate.spec.template);
    const ages = workloadsOf(manifests).filter(({ metadata }) => metadata.name === 'backup-age');
    pods = [...jobs, ...ages.map(({ spec }) => spec.template)];
    expect(pods).to.have.length(2);
  });

  it('gives both pods variables that the program reads, and the key from the Secret as a file', () => {
    const [age] = workloadsOf(manifests).filter(({ metadata }) => metadata.name === 'backup-age');
    if (!age) throw new Error('The component lacks a part.');
    for (const template of pods) {
      const given = readVariables(manifests, { ...age, spec: { template } });
      expect(given['BACKUP_S3_SECRET_ACCESS_KEY_FILE']).to.equal(`/run/backup-bucket/${key}`);
      const names = Object.keys(given).map((name) => name.replace(/_FILE$/, ''));
      const environment = { ...given, MONGO_URL: 'mongodb://mongo/', BACKUP_S3_SECRET_ACCESS_KEY: 'the key' };
      const withoutFiles = Object.entries(environment).filter(([name]) => !name.endsWith('_FILE'));
      const known = readConfig('deploy/backup/dist/main.js', Object.fromEntries(withoutFiles));
      expect(known).to.include.members(names);
      const [volume] = (template.spec.volumes ?? []).filter(({ name }) => name === 'backup-bucket');
      expect(volume?.secret).to.deep.include({ secretName: 'plotline', items: [{ key, path: key }] });
      const [mount] = (template.spec.containers[0]?.volumeMounts ?? []).filter(({ name }) => name === 'backup-bucket');
      expect(mount).to.deep.include({ mountPath: '/run/backup-bucket', readOnly: true });
    }
  });

  it('lets both pods reach public addresses with TLS alone', () => {
    for (const pod of pods) {
      const grants = outerGrants(manifests, pod, 'egress').filter(({ peer }) => peer.ipBlock?.except);
      expect(new Set(grants.map(({ ports }) => ports.join()))).to.deep.equal(new Set(['443']));
    }
  });
});
