import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parseYaml } from '../support/yaml.js';
import { type ComposeFile, type Container, composeFile, root, secretsOf } from './compose-file.js';
import { readConfig } from './read-config.js';

const backupFile: ComposeFile = parseYaml(readFileSync(join(root, 'deploy', 'compose.backup.yml'), 'utf8'));
const { backup = {}, restore = {}, mongo = {} } = backupFile.services;

/** Returns the variables that the program reads. Replaces a secret's file with the secret. */
function environmentOf({ environment = {} }: Container): Record<string, string> {
  const values = Object.entries(environment).map(([name, value]) => {
    if (name.endsWith('_FILE')) return [name.replace('_FILE', ''), 'mongodb://mongo/'] as const;
    return [name, String(value).replace(/^\$\{\w+:-(.*)\}$/, '$1')] as const;
  });
  return Object.fromEntries(values);
}

describe('deploy/compose.backup.yml', () => {
  for (const [name, container] of Object.entries({ backup, restore })) {
    it(`gives ${name} no rights beyond its volumes, and limits its resources`, () => {
      expect(container).to.deep.include({ read_only: true, cap_drop: ['ALL'] });
      expect(container.security_opt).to.deep.equal(['no-new-privileges:true']);
      expect(container).to.include.keys('cpus', 'mem_limit', 'pids_limit', 'logging');
      expect(container.ports).to.equal(undefined);
    });

    it(`gives ${name} only variables that the program reads, and MongoDB's address as a file`, () => {
      const given = environmentOf(container);
      expect(readConfig('deploy/backup/dist/main.js', given)).to.include.members(Object.keys(given));
      const secret = `mongo_url_${name}`;
      expect(secretsOf(container)).to.deep.equal([secret]);
      expect(container.environment).to.include({ MONGO_URL_FILE: `/run/secrets/${secret}` });
      expect(backupFile.secrets[secret]).to.deep.equal({ file: `deploy/secrets/${secret}` });
    });

    it(`lets ${name} run this checkout's program from the image`, () => {
      expect(Reflect.get(container, 'entrypoint')).to.deep.equal(['node', 'deploy/backup/dist/main.js']);
      expect(existsSync(join(root, 'deploy/backup/src/main.ts'))).to.equal(true);
      expect(container.build?.dockerfile).to.equal('deploy/Dockerfile');
      const [, image = ''] =
        /^ARG NODE_IMAGE=(\S+)$/m.exec(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')) ?? [];
      expect(JSON.stringify(container.build)).to.include(`"NODE_IMAGE":"${image}$`);
    });
  }

  it('lets backups only read the files, and only a restore write them', () => {
    const [folder, files] = ['backups', 'files'].map((name) => `/${name}`);
    expect(backup.volumes?.map((volume) => volume.replace(/^.*?:(?=\/)/, ''))).to.deep.equal([folder, `${files}:ro`]);
    expect(restore.volumes?.map((volume) => volume.replace(/^.*?:(?=\/)/, ''))).to.deep.equal([`${folder}:ro`, files]);
    expect(Object.keys(composeFile.volumes)).to.include('files');
  });

  it('starts no restore automatically', () => {
    expect(restore).to.deep.include({ profiles: ['restore'], restart: 'no' });
    expect(backup).to.deep.include({ command: ['schedule'], restart: 'unless-stopped' });
  });

  it("creates the backup user in the database's health check", () => {
    expect(mongo).to.deep.equal({ secrets: ['mongo_url_backup'] });
  });

  it("isolates both containers from the outside, and lets Prometheus read the age over the programs' network", () => {
    expect(backup.networks).to.deep.equal(['data', 'inside']);
    expect(restore.networks).to.deep.equal(['data']);
    for (const network of ['data', 'inside']) expect(composeFile.networks[network]).to.deep.equal({ internal: true });
    expect(backup.healthcheck?.test?.at(-1)).to.equal(String(backup.environment?.['HTTP_PORT']));
  });
});
