import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from '../compose-file.js';
import { readConfig } from '../read-config.js';
import { readVariables } from './environment.js';
import { type Manifest, type Overlay, ofKind, readManifests, type Workload, workloadsOf } from './manifests.js';
import { outerGrants } from './network-policies.js';

const secretKey = 'files_s3_secret_access_key';

async function readTransfer(overlay: Overlay): Promise<{ manifests: readonly Manifest[]; transfer: Workload }> {
  const manifests = await readManifests(overlay);
  const [transfer] = workloadsOf(manifests).filter(({ metadata }) => metadata.name === 'transfer');
  if (!transfer) throw new Error('There is no transfer.');
  return { manifests, transfer };
}

describe('files in the production overlay', () => {
  let manifests: readonly Manifest[];
  let transfer: Workload;

  before(async () => {
    ({ manifests, transfer } = await readTransfer('production'));
  });

  it('need no volume', () => {
    const { volumes = [], containers } = transfer.spec.template.spec;
    expect(ofKind(manifests, 'PersistentVolumeClaim')).to.deep.equal([]);
    expect(volumes.map(({ name }) => name)).to.have.members(['secrets', 'tmp', 'bucket']);
    const mounts = containers[0]?.volumeMounts?.map(({ mountPath }) => mountPath);
    expect(mounts).to.have.members(['/run/secrets', '/tmp', '/run/bucket']);
  });

  it("are in a bucket that transfer is configured with, and the bucket's key is a file from the Secret", () => {
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
      expect(names).not.to.include('FILES_DIRECTORY');
      expect(readConfig('services/transfer/dist/main.js', Object.fromEntries(given))).to.include.members(names);
    } finally {
      rmSync(secrets, { recursive: true, force: true });
    }
  });

  it('let transfer, and no other pod, reach public addresses over TLS only', () => {
    const granted = workloadsOf(manifests).filter(({ spec }) =>
      outerGrants(manifests, spec.template, 'egress').some(({ ports }) => ports.join() === '443'),
    );
    expect(granted.map(({ metadata }) => metadata.name)).to.deep.equal(['transfer']);
  });
});

describe('files in the single overlay', () => {
  it('are in a volume, mounted where transfer is configured to store them', async () => {
    const { manifests, transfer } = await readTransfer('single');
    const { volumes = [], containers } = transfer.spec.template.spec;
    const directory = readVariables(manifests, transfer)['FILES_DIRECTORY'];
    const mount = containers[0]?.volumeMounts?.find(({ mountPath }) => mountPath === directory);
    const [claim] = ofKind(manifests, 'PersistentVolumeClaim');
    expect(volumes.find(({ name }) => name === mount?.name)).to.deep.include({
      persistentVolumeClaim: { claimName: claim?.metadata.name },
    });
  });
});
