import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileStoreSpecs } from '@plotline/transfer/files/store/open-file-store';
import { expect } from 'chai';
import { parseYaml } from '../support/yaml.js';
import { type ComposeFile, composeFile, root } from './compose-file.js';

const bucket: ComposeFile = parseYaml(readFileSync(join(root, 'deploy', 'compose.bucket.yml'), 'utf8'));

describe('deploy/compose.bucket.yml', () => {
  it("gives only transfer the bucket, the bucket's key in a file, and network access to it", () => {
    expect(Object.keys(bucket.services)).to.deep.equal(['transfer']);
    const { environment = {}, secrets, networks } = bucket.services['transfer'] ?? {};
    const key = 'files_s3_secret_access_key';
    expect(environment).to.include({ FILES_S3_SECRET_ACCESS_KEY_FILE: `/run/secrets/${key}` });
    expect(secrets).to.deep.equal([key]);
    expect(bucket.secrets).to.deep.equal({ [key]: { file: `deploy/secrets/${key}` } });
    expect(networks).to.deep.equal(['outside']);
    expect(composeFile.networks['outside']).to.deep.equal({});
  });

  it('sets variables that transfer reads, and requires those without a default', () => {
    const variables = Object.entries(bucket.services['transfer']?.environment ?? {});
    const names = variables.map(([name]) => name.replace(/_FILE$/, ''));
    expect(Object.keys(fileStoreSpecs)).to.have.members([...names, 'FILES_DIRECTORY']);
    const required = variables.filter(([, value]) => String(value).includes(':?')).map(([name]) => name);
    expect(required).to.have.members(['FILES_S3_ENDPOINT', 'FILES_S3_ACCESS_KEY_ID']);
  });
});
