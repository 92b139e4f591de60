import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { parseYaml } from '../support/yaml.js';
import { type ComposeFile, composeFile, root } from './compose-file.js';
import { readConfig } from './read-config.js';

const archive: ComposeFile = parseYaml(readFileSync(join(root, 'deploy', 'compose.archive.yml'), 'utf8'));
const services = Object.entries(archive.services);
const key = 'archive_s3_secret_access_key';
/** Values that an operator sets in `.env`. */
const set = {
  JOURNAL_ARCHIVE_DAYS: '365',
  ARCHIVE_S3_ENDPOINT: 'https://s3.example.com/journal',
  ARCHIVE_S3_ACCESS_KEY_ID: 'id',
};

describe('deploy/compose.archive.yml', () => {
  let secrets: string;

  before(() => {
    secrets = mkdtempSync(join(tmpdir(), 'plotline-secrets-'));
    spawnSync(process.execPath, [join(root, 'deploy', 'secrets', 'generate.mjs'), secrets]);
    writeFileSync(join(secrets, key), 'the key');
  });
  after(() => rmSync(secrets, { recursive: true, force: true }));

  it("gives only inventory and pipeline the bucket, the bucket's key in a file, and network access to it", () => {
    expect(Object.keys(archive.services)).to.deep.equal(['inventory', 'pipeline']);
    for (const [, { environment, secrets: mounted, networks }] of services) {
      expect(environment).to.include({ ARCHIVE_S3_SECRET_ACCESS_KEY_FILE: `/run/secrets/${key}` });
      expect(mounted).to.deep.equal([key]);
      expect(networks).to.deep.equal(['outside']);
    }
    expect(archive.secrets).to.deep.equal({ [key]: { file: `deploy/secrets/${key}` } });
    expect(composeFile.networks['outside']).to.deep.equal({});
  });

  it('sets every variable of the archive that both services read, and requires those without a default', () => {
    for (const [name, { environment: added = {} }] of services) {
      const required = Object.entries(added).filter(([, value]) => String(value).includes(':?'));
      expect(Object.fromEntries(required)).to.have.all.keys(set);
      const { environment = {} } = composeFile.services[name] ?? {};
      const seen = Object.entries({ ...environment, ...added, ...set }).map(([variable, value]) => [
        variable,
        String(value)
          .replace('/run/secrets', secrets)
          .replace(/^\$\{\w+:-(.*)\}$/, '$1'),
      ]);
      const known = readConfig(`services/${name}/dist/main.js`, Object.fromEntries(seen));
      const names = Object.keys(added).map((variable) => variable.replace(/_FILE$/, ''));
      expect(known.filter((variable) => variable.includes('ARCHIVE'))).to.have.members(names);
    }
  });
});
