import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Container, composeFile, programs, root, secretsOf } from './compose-file.js';
import { readConfig } from './read-config.js';

const generate = join(root, 'deploy', 'secrets', 'generate.mjs');

describe('the environment of the containers', () => {
  let secrets: string;

  before(() => {
    secrets = mkdtempSync(join(tmpdir(), 'plotline-secrets-'));
    spawnSync(process.execPath, [generate, secrets]);
  });
  after(() => rmSync(secrets, { recursive: true, force: true }));

  /** Returns the container's environment. Reads the secrets from files on this machine. */
  function environmentOf({ environment = {} }: Container): Record<string, string> {
    const seen = (value: string | number): string =>
      String(value)
        .replace('/run/secrets', secrets)
        .replace(/^\$\{\w+:-(.*)\}$/, '$1');
    return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, seen(value)]));
  }

  for (const [name, container] of programs) {
    it(`has exactly the variables that ${name} reads`, () => {
      const environment = environmentOf(container);
      const given = Object.keys(environment).map((variable) => variable.replace(/_FILE$/, ''));
      expect(readConfig(container.command?.at(-1) ?? '', environment)).to.include.members(given);
    });

    it(`gives ${name} its secrets only in mounted files`, () => {
      const variables = Object.entries(container.environment ?? {});
      for (const [variable, value] of variables) {
        if (/SECRET|PASSWORD|MONGO_URL|AMQP_URL|REDIS_URL/.test(variable)) expect(variable).to.match(/_FILE$/);
        expect(String(value)).to.not.match(/:\/\/[^/]*@/);
      }
      const files = variables.filter(([variable]) => variable.endsWith('_FILE')).map(([, value]) => String(value));
      expect(files.map((file) => file.replace('/run/secrets/', ''))).to.have.members(secretsOf(container));
    });

    it(`gives ${name} only addresses where a program listens`, () => {
      for (const [variable, value] of Object.entries(container.environment ?? {})) {
        const address = /^(?:http|dns):\/\/\/?([a-z]+):(\d+)$/.exec(String(value));
        if (!address) continue;
        const peer = composeFile.services[address[1] ?? ''];
        const listening = peer?.environment?.[variable.endsWith('_GRPC') ? 'GRPC_PORT' : 'HTTP_PORT'];
        expect(listening, variable).to.equal(Number(address[2]));
        expect(
          peer?.networks?.some((network) => container.networks?.includes(network)),
          variable,
        ).to.equal(true);
      }
    });

    it(`checks the health of ${name} on the port where it answers`, () => {
      const { HTTP_PORT, PRIVATE_PORT } = container.environment ?? {};
      expect(container.healthcheck?.test).to.deep.equal([
        'CMD',
        'node',
        'deploy/container/is-ready.mjs',
        String(HTTP_PORT ?? PRIVATE_PORT),
      ]);
    });
  }

  it('needs only secrets that generate.mjs creates', () => {
    const needed = Object.values(composeFile.secrets).map(({ file }) => file.replace('deploy/secrets/', ''));
    expect(readdirSync(secrets)).to.include.members(needed);
  });
});
