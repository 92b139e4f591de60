import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from '../compose-file.js';
import { readConfig } from '../read-config.js';
import { readVariables } from './environment.js';
import { type Manifest, ofKind, readManifests, type Workload, workloadsOf } from './manifests.js';
import { outerGrants } from './network-policies.js';
import { renderWithComponents } from './with-components.js';

const secretKey = 'files_s3_secret_access_key';

describe('the bucket component', () => {
  let manifests: readonly Manifest[];
  let transfer: Workload;

  before(async () => {
    manifests = await renderWithComponents('bucket');
    const [found] = workloadsOf(manifests).filter(({ metadata }) => metadata.name === 'transfer');
    if (!found) throw new Error('There is no transfer.');
    transfer = found;
  });

  it('removes the volume with its claim and its mount', () => {
    const { volumes = [], containers } = transfer.spec.template.spec;
    expect(ofKind(manifests, 'PersistentVolumeClaim')).to.deep.equal([]);
    expect(volumes.map(({ name }) => name)).to.have.members(['secrets', 'tmp', 'bucket']);
    const mounts = containers[0]?.volumeMounts?.map(({ mountPath }) => mountPath);
    expect(mounts).to.have.members(['/run/secrets', '/tmp', '/run/bucket']);
  });

  it('configures the bucket for transfer, with the key from the Secret as a file', () => {
    const [volume] = (transfer.spec.template.spec.volumes ?? []).filter(({ name }) => name === 'bucket');
    expect(volume?.secret).to.deep.include({ secretName: 'plotline', items: [{ key: secretKey, path: secretKey }] });
    const secrets = mkdtempSync(join(tmpdir(), 'plotline-secrets-'));
    try {
      spawnSync(process.execPath, [join(root, 'deploy', 'secrets', 'generate.mjs'), secrets]);
      writeFileSync(join(secrets, secretKey), 'the key');
      const given = Object.entries(readVariables(manifests, transfer)).map(([name, value]) => [
        name,
        value.replace(/^\/run\/(secrets|bucket)/, secrets),
      ]);
      const names = given.map(([name = '']) => name.replace(/_FILE$/, ''));
      expect(names).to.include.members(['FILES_S3_ENDPOINT', 'FILES_S3_ACCESS_KEY_ID', 'FILES_S3_SECRET_ACCESS_KEY']);
      expect(readConfig('services/transfer/dist/main.js', Object.fromEntries(given))).to.include.members(names);
    } finally {
      rmSync(secrets, { recursive: true, force: true });
    }
  });

  it('lets transfer reach public addresses over TLS, and changes no other pod', async () => {
    const grants = outerGrants(manifests, transfer.spec.template, 'egress').filter(({ ports }) => ports.includes(443));
    expect(grants.map(({ peer }) => peer.ipBlock?.cidr)).to.have.members(['0.0.0.0/0', '::/0']);
    const others = (all: readonly Manifest[]) =>
      workloadsOf(all).filter(({ metadata }) => metadata.name !== 'transfer');
    expect(others(manifests)).to.deep.equal(others(await readManifests('production')));
  });
});
