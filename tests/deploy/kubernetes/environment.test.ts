import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { composeFile, root, secretsOf, stores } from '../compose-file.js';
import { readConfig } from '../read-config.js';
import { readConfigMap, readVariables } from './environment.js';
import { type Manifest, ofKind, overlays, readManifests, type Workload, workloadsOf } from './manifests.js';

for (const overlay of overlays) {
  describe(`the environment of the overlay ${overlay}`, () => {
    let manifests: readonly Manifest[];
    let programs: readonly Workload[];
    let secrets: string;

    before(async () => {
      manifests = await readManifests(overlay);
      programs = workloadsOf(manifests).filter(({ metadata }) => !stores.includes(metadata.name));
      secrets = mkdtempSync(join(tmpdir(), 'plotline-secrets-'));
      spawnSync(process.execPath, [join(root, 'deploy', 'secrets', 'generate.mjs'), secrets]);
      writeFileSync(join(secrets, 'smtp_url'), '');
      writeFileSync(join(secrets, 'files_s3_secret_access_key'), 'the key');
    });
    after(() => rmSync(secrets, { recursive: true, force: true }));

    /** Returns the container's environment. Reads the secrets from files on this machine. */
    function environmentOf(workload: Workload): Record<string, string> {
      const variables = Object.entries(readVariables(manifests, workload));
      return Object.fromEntries(
        variables.map(([name, value]) => [name, value.replace(/^\/run\/(secrets|bucket)/, secrets)]),
      );
    }

    const secretItems = ({ spec }: Workload) =>
      (spec.template.spec.volumes ?? []).flatMap(({ secret }) => (secret ? (secret.items ?? []) : []));

    it('has exactly the variables that each program reads', () => {
      for (const workload of programs.filter(({ kind }) => kind === 'Deployment')) {
        const environment = environmentOf(workload);
        const given = Object.keys(environment).map((variable) => variable.replace(/_FILE$/, ''));
        const main = workload.spec.template.spec.containers[0]?.command?.at(-1) ?? '';
        expect(readConfig(main, environment), workload.metadata.name).to.include.members(given);
      }
    });

    it('has no unused settings', () => {
      const [settings] = ofKind(manifests, 'ConfigMap').filter(({ metadata }) => metadata.name.startsWith('settings-'));
      const variables = programs.flatMap(({ spec }) => spec.template.spec.containers.flatMap(({ env = [] }) => env));
      const read = variables.map(({ valueFrom }) => valueFrom?.configMapKeyRef?.key);
      expect(read).to.include.members(Object.keys(readConfigMap(manifests, settings?.metadata.name)));
    });

    it("has secrets only in files, and mounts in each pod exactly that pod's secrets", () => {
      for (const workload of programs) {
        const variables = Object.entries(environmentOf(workload));
        for (const [name] of variables)
          if (/SECRET|PASSWORD|MONGO_URL|AMQP_URL|REDIS_URL|SMTP_URL/.test(name)) expect(name).to.match(/_FILE$/);
        const files = variables.filter(([name]) => name.endsWith('_FILE')).map(([, file]) => file);
        const items = secretItems(workload);
        expect(files).to.have.members(items.map(({ path }) => join(secrets, path)));
        expect(readdirSync(secrets)).to.include.members(items.map(({ key }) => key));
      }
    });

    it("gives each pod its container's secrets from docker-compose.yml, and those of email and the bucket", () => {
      for (const workload of workloadsOf(manifests)) {
        const composed = composeFile.services[workload.metadata.name];
        const expected = composed ? secretsOf(composed) : [];
        if (workload.metadata.name.startsWith('auth')) expected.push('smtp_url');
        if (workload.metadata.name === 'transfer' && overlay === 'production')
          expected.push('files_s3_secret_access_key');
        expect(
          secretItems(workload).map(({ key }) => key),
          workload.metadata.name,
        ).to.have.members(expected);
      }
    });

    it('reveals no secret in any manifest', () => {
      expect(ofKind(manifests, 'Secret')).to.deep.equal([]);
      expect(JSON.stringify(manifests)).not.to.match(
        /:\/\/[^/"\s]*:[^/"\s]*@|pl_(live|test|session)_|BEGIN [A-Z ]*KEY/,
      );
    });
  });
}
