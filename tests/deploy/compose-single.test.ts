import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeFlags } from '@plotline/local/supervise/supervise-node';
import { toUnitEnvironment } from '@plotline/single/unit-environment';
import { expect } from 'chai';
import { parseYaml } from '../support/yaml.js';
import { type Container, composeFile, programs, root, secretsOf } from './compose-file.js';
import { readConfig } from './read-config.js';

const file: { services: Record<string, Container & { profiles: string[] }> } = parseYaml(
  readFileSync(join(root, 'deploy', 'compose.single.yml'), 'utf8'),
);
const { single } = file.services;
if (!single) throw new Error('no container single');

describe('deploy/compose.single.yml', () => {
  let secrets: string;

  before(() => {
    secrets = mkdtempSync(join(tmpdir(), 'plotline-secrets-'));
    spawnSync(process.execPath, [join(root, 'deploy', 'secrets', 'generate.mjs'), secrets]);
  });
  after(() => rmSync(secrets, { recursive: true, force: true }));

  it('starts one program with its profile and the flags of npm start --single', () => {
    expect(Object.keys(file.services)).to.deep.equal(['single']);
    expect(single.profiles).to.deep.equal(['single']);
    expect(single.command).to.deep.equal(['node', ...nodeFlags.single, 'deploy/single/dist/main.js']);
  });

  it("has no more rights than the separate containers, and publishes the gateway's ports", () => {
    for (const [, { read_only, cap_drop, security_opt, logging, restart }] of programs)
      expect(single).to.deep.include({ read_only, cap_drop, security_opt, logging, restart });
    expect(single).to.include.keys('cpus', 'mem_limit', 'pids_limit');
    expect(single.ports).to.deep.equal(composeFile.services['gateway']?.ports);
    expect(single).to.not.have.any.keys('privileged', 'cap_add', 'network_mode', 'pid', 'devices');
  });

  it("mounts all programs' secrets, and sets each secret's variable to the path of a mounted file", () => {
    expect(secretsOf(single)).to.have.members([...new Set(programs.flatMap(([, container]) => secretsOf(container)))]);
    const values = Object.entries(single.environment ?? {}).filter(([name]) => name.endsWith('_FILE'));
    expect(values.map(([, value]) => String(value).replace('/run/secrets/', ''))).to.have.members(secretsOf(single));
  });

  it('waits for the stores, and for the migration of every service', () => {
    const migrations = programs.filter(([name]) => name !== 'gateway').map(([name]) => `${name}-migration`);
    expect(single.depends_on).to.have.all.keys('mongo', 'rabbitmq', 'redis', ...migrations);
  });

  it("gives each unit its container's variables, and has no unused variable", () => {
    const seen = (value: string | number) =>
      String(value)
        .replace('/run/secrets', secrets)
        .replace(/^\$\{\w+:-(.*)\}$/, '$1');
    const environment = Object.fromEntries(
      Object.entries(single.environment ?? {}).map(([name, value]) => [name, seen(value)]),
    );
    const read = new Set<string>();
    for (const [name, container] of programs) {
      const own: Record<string, string> = {};
      for (const [variable, value] of Object.entries(toUnitEnvironment(environment, name)))
        if (value !== undefined) own[variable] = value;
      const known = readConfig(container.command?.at(-1) ?? '', own);
      const given = Object.keys(own).map((variable) => variable.replace(/_FILE$/, ''));
      for (const variable of given.filter((one) => known.includes(one))) read.add(variable);
      const apart = Object.keys(container.environment ?? {}).map((variable) => variable.replace(/_FILE$/, ''));
      // Addresses and ports have defaults for one machine.
      const isDefault = (variable: string) => /^(API|SANDBOX|AUTH)_PORT$|^[A-Z]+_URL$/.test(variable);
      expect(given, name).to.include.members(apart.filter((one) => !isDefault(one) || given.includes(one)));
    }
    const names = Object.keys(environment).map((name) => name.replace(/^[A-Z]+__/, '').replace(/_FILE$/, ''));
    expect([...new Set(names)].filter((name) => !read.has(name))).to.deep.equal([]);
  });
});
