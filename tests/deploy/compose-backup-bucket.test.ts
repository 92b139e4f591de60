import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parseYaml } from '../support/yaml.js';
import { type ComposeFile, composeFile, root } from './compose-file.js';
import { readConfig } from './read-config.js';

const bucketFile: ComposeFile = parseYaml(readFileSync(join(root, 'deploy', 'compose.backup-bucket.yml'), 'utf8'));
const { backup = {}, restore = {} } = bucketFile.services;
const key = 'backup_s3_secret_access_key';

describe('deploy/compose.backup-bucket.yml', () => {
  it('gives the backup and the restore alone the bucket, its key in a file, and network access to it', () => {
    expect(Object.keys(bucketFile.services)).to.deep.equal(['backup', 'restore']);
    for (const { environment, secrets, networks } of [backup, restore]) {
      expect(environment).to.include({ BACKUP_S3_SECRET_ACCESS_KEY_FILE: `/run/secrets/${key}` });
      expect(secrets).to.deep.equal([key]);
      expect(networks).to.deep.equal(['outside']);
    }
    expect(bucketFile.secrets).to.deep.equal({ [key]: { file: `deploy/secrets/${key}` } });
    expect(composeFile.networks['outside']).to.deep.equal({});
  });

  it('sets variables that the program reads, and requires those without a default', () => {
    const variables = Object.entries(backup.environment ?? {});
    const names = variables.map(([name]) => name.replace(/_FILE$/, ''));
    const given = { ...Object.fromEntries(names.map((name) => [name, 'https://s3.example.com/backups'])) };
    const others = { BACKUP_DIRECTORY: '/backups', MONGO_URL: 'mongodb://mongo/' };
    expect(readConfig('deploy/backup/dist/main.js', { ...others, ...given })).to.include.members(names);
    expect(restore.environment).to.deep.equal(backup.environment);
    const required = variables.filter(([, value]) => String(value).includes(':?')).map(([name]) => name);
    expect(required).to.have.members(['BACKUP_S3_ENDPOINT', 'BACKUP_S3_ACCESS_KEY_ID']);
  });

  it('lets a restore write the folder, into which it copies a backup first', () => {
    expect(restore.volumes).to.deep.equal([`\${BACKUP_FOLDER:-backups}:/backups`]);
    expect(backup.volumes).to.equal(undefined);
  });
});
