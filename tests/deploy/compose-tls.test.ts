import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parseYaml } from '../support/yaml.js';
import { type ComposeFile, composeFile, root } from './compose-file.js';

const text = readFileSync(join(root, 'deploy', 'compose.tls.yml'), 'utf8');
/**
 * Compose's tag for replacing a value of the other file instead of adding to it. Other YAML readers don't know the tag.
 */
const reset = '!reset ';
const tls: ComposeFile = parseYaml(text.replace(reset, ''));
const { caddy = {}, gateway = {} } = tls.services;

describe('deploy/compose.tls.yml', () => {
  it('runs Caddy with a read-only root and resource limits, and grants only the right to open ports below 1024', () => {
    expect(caddy).to.include({ read_only: true, restart: 'unless-stopped' });
    expect(caddy).to.deep.include({ cap_drop: ['ALL'], cap_add: ['NET_BIND_SERVICE'] });
    expect(caddy.security_opt).to.deep.equal(['no-new-privileges:true']);
    expect(caddy).to.include.keys('cpus', 'mem_limit', 'pids_limit');
    expect(caddy.image).to.match(/^caddy:\d+\.\d+\.\d+$/);
  });

  it("publishes only Caddy's ports, so that several gateways can run", () => {
    expect(caddy.ports).to.deep.equal(['80:80', '443:443', '443:443/udp']);
    expect(gateway.ports).to.deep.equal([]);
    expect(text).to.include(`ports: ${reset}[]`);
    expect(composeFile.services['gateway']?.ports).to.have.length(3);
  });

  it('lets Caddy reach the gateways and the internet, but no service or store', () => {
    expect(caddy.networks).to.deep.equal(['edge', 'outside']);
    expect(gateway.networks).to.deep.equal(['edge']);
    expect(tls.networks['edge']).to.deep.equal({ internal: true });
    expect(composeFile.networks).not.to.include.keys('edge');
  });

  it('lets the gateway trust the client address that Caddy sends', () => {
    expect(gateway.environment).to.include({ TRUSTED_PROXIES: 1 });
  });

  it('lets a stopping gateway serve for longer than Caddy keeps idle connections and addresses', () => {
    const configuration = readFileSync(join(root, 'deploy', 'container', 'Caddyfile'), 'utf8');
    const seconds = [...configuration.matchAll(/^\s*(?:keepalive|refresh) (\d+)s$/gm)].map(([, value]) =>
      Number(value),
    );
    expect(seconds).to.have.length(4);
    expect(Math.max(...seconds) * 1_000).to.be.lessThan(Number(gateway.environment?.['DRAIN_MS']));
  });

  it('requires the addresses, and gives Caddy every variable and file that its configuration uses', () => {
    const { file = '' } = tls.configs['caddyfile'] ?? {};
    expect(existsSync(join(root, file))).to.equal(true);
    const configuration = readFileSync(join(root, file), 'utf8');
    const needed = [...configuration.matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(caddy.environment ?? {})).to.have.members(needed);
    for (const value of Object.values(caddy.environment ?? {})) expect(value).to.include(':?');
  });
});
