import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from '../compose-file.js';
import { readConfig } from '../read-config.js';
import { readVariables } from './environment.js';
import { type Manifest, readManifests, type Workload, workloadsOf } from './manifests.js';
import { outerGrants } from './network-policies.js';
import { renderWithComponents } from './with-components.js';

const key = 'archive_s3_secret_access_key';

describe('the component journal-archive', () => {
  let manifests: readonly Manifest[];
  let services: readonly Workload[];

  before(async () => {
    manifests = await renderWithComponents('journal-archive');
    const before = new Set((await readManifests('production')).map((one) => JSON.stringify(one)));
    services = workloadsOf(manifests).filter((one) => !before.has(JSON.stringify(one)));
  });

  it('changes only the programs of inventory and pipeline', () => {
    expect(services.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).to.have.members([
      'Deployment inventory',
      'Deployment pipeline',
    ]);
  });

  it('gives both every variable of the archive that they read, and the key from the Secret as a file', () => {
    const secrets = mkdtempSync(join(tmpdir(), 'plotline-secrets-'));
    try {
      spawnSync(process.execPath, [join(root, 'deploy', 'secrets', 'generate.mjs'), secrets]);
      writeFileSync(join(secrets, key), 'the key');
      for (const workload of services) {
        const given = readVariables(manifests, workload);
        expect(given['ARCHIVE_S3_SECRET_ACCESS_KEY_FILE']).to.equal(`/run/journal-archive/${key}`);
        const seen = Object.entries(given).map(([name, value]) => [
          name,
          value.replace(/^\/run\/(secrets|journal-archive)/, secrets),
        ]);
        const known = readConfig(`services/${workload.metadata.name}/dist/main.js`, Object.fromEntries(seen));
        const names = Object.keys(given).map((name) => name.replace(/_FILE$/, ''));
        const ofArchive = (all: readonly string[]) => all.filter((name) => name.includes('ARCHIVE'));
        expect(ofArchive(known)).to.have.members(ofArchive(names));
        const { volumes = [], containers } = workload.spec.template.spec;
        const [volume] = volumes.filter(({ name }) => name === 'journal-archive');
        expect(volume?.secret).to.deep.include({ secretName: 'plotline', items: [{ key, path: key }] });
        const [mount] = (containers[0]?.volumeMounts ?? []).filter(({ name }) => name === 'journal-archive');
        expect(mount).to.deep.include({ mountPath: '/run/journal-archive', readOnly: true });
      }
    } finally {
      rmSync(secrets, { recursive: true, force: true });
    }
  });

  it('lets both reach public addresses with TLS alone', () => {
    for (const { metadata, spec } of services) {
      const grants = outerGrants(manifests, spec.template, 'egress').filter(({ peer }) => peer.ipBlock?.except);
      expect(new Set(grants.map(({ ports }) => ports.join())), metadata.name).to.deep.equal(new Set(['443']));
    }
  });
});
