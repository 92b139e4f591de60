import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { observability } from '../support/observability/rules.js';
import { parseYaml } from '../support/yaml.js';
import { type ComposeFile, composeFile, root } from './compose-file.js';

const exportersFile: ComposeFile = parseYaml(readFileSync(join(root, 'deploy', 'compose.exporters.yml'), 'utf8'));
const { mongo, ...exporters } = exportersFile.services;
const { 'mongodb-exporter': ofMongodb = {}, 'redis-exporter': ofRedis = {} } = exporters;

describe('deploy/compose.exporters.yml', () => {
  for (const [name, container] of Object.entries(exporters)) {
    it(`runs ${name} in a fixed version, without rights, with limits, on internal networks`, () => {
      expect(container.image).to.match(
        /^[a-z0-9]+\/[a-z_]+:v?\d+\.\d+\.\d+\$\{[A-Z_]+_DIGEST:\+@\$\{[A-Z_]+_DIGEST\}\}$/,
      );
      expect(container.user).to.match(/^[1-9]\d*:[1-9]\d*$/);
      expect(container).to.deep.include({ read_only: true, cap_drop: ['ALL'] });
      expect(container.security_opt).to.deep.equal(['no-new-privileges:true']);
      expect(container).to.include.keys('cpus', 'mem_limit', 'pids_limit', 'logging');
      expect(container).not.to.include.keys('ports', 'volumes');
      for (const network of container.networks ?? [])
        expect(composeFile.networks[network]).to.deep.equal({ internal: true });
    });
  }

  it('gives each exporter only the password of its store', () => {
    expect(ofRedis.secrets).to.deep.equal(['redis_exporter_passwords']);
    expect(ofRedis.environment).to.deep.equal({
      REDIS_ADDR: 'redis://redis:6379',
      REDIS_PASSWORD_FILE: '/run/secrets/redis_exporter_passwords',
    });
    expect(Reflect.get(ofMongodb, 'env_file')).to.deep.equal(['deploy/secrets/mongodb_exporter_environment']);
    expect(ofMongodb).not.to.include.keys('secrets', 'environment');
    for (const [name, { file }] of Object.entries(exportersFile.secrets))
      expect(file).to.equal(`deploy/secrets/${name}`);
  });

  it("creates the exporter's user in the database's health check", () => {
    expect(mongo).to.deep.equal({ secrets: ['mongo_url_exporter'] });
  });

  it('is scraped by the example of Prometheus, which is in the network `inside`', () => {
    const { scrape_configs } = parseYaml(readFileSync(join(observability, 'prometheus.yml'), 'utf8'));
    const targets = new Map<string, string>(
      scrape_configs.map(({ job_name, static_configs: [first] }: ScrapeConfig) => [job_name, first.targets[0]]),
    );
    const expected = { 'plotline-mongodb': 'mongodb-exporter:9216', 'plotline-redis': 'redis-exporter:9121' };
    for (const [job, target] of Object.entries(expected)) expect(targets.get(job)).to.equal(target);
    for (const container of Object.values(exporters)) expect(container.networks).to.include('inside');
  });
});

interface ScrapeConfig {
  readonly job_name: string;
  readonly static_configs: readonly [{ readonly targets: readonly string[] }];
}
