import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { root } from './compose-file.js';

const script = readFileSync(join(root, 'deploy', 'container', 'initiate-replica-set.js'), 'utf8');

interface Shell {
  readonly status: () => unknown;
  readonly isWritablePrimary: boolean;
  /** Names of existing users. */
  readonly users?: readonly string[];
  /** User whose secret is mounted beside those of the services. */
  readonly other?: string;
}

interface CreatedUser {
  readonly user: string;
  readonly pwd: string;
  readonly roles: readonly { readonly role: string; readonly db: string }[];
}

const services = ['auth', 'connect', 'inventory', 'pipeline', 'team', 'transfer', 'webhook'];

/** Reads a file that the container mounts. */
function readSecret(path: string): string {
  const service = /mongo_url_(\w+)$/.exec(path)?.[1];
  return service === undefined ? 'password\n' : `mongodb://${service}:pw-of_${service}@mongo:27017/?x=y\n`;
}

/** Runs the script with a fake shell, and returns its actions. */
function run({ status, isWritablePrimary, users = services, other }: Shell) {
  const initiated: unknown[] = [];
  const created: CreatedUser[] = [];
  let exitCode: number | undefined;
  runInNewContext(script, {
    fs: {
      readFileSync: readSecret,
      existsSync: (path: string) => path === `/run/secrets/mongo_url_${other}`,
    },
    db: {
      getSiblingDB: () => ({
        auth: (user: string, password: string) => expect([user, password]).to.deep.equal(['plotline', 'password']),
        getUser: (name: string) => (users.includes(name) ? {} : null),
        createUser: (user: CreatedUser) => created.push(JSON.parse(JSON.stringify(user))),
      }),
      hello: () => ({ isWritablePrimary }),
    },
    rs: { status, initiate: (configuration: unknown) => initiated.push(configuration) },
    quit: (code: number) => {
      exitCode = code;
    },
  });
  return { initiated, created, exitCode };
}

const fails = (codeName: string) => () => {
  throw Object.assign(new Error(codeName), { codeName });
};

describe("the database's health check", () => {
  it('initiates a new replica set, and succeeds only once there is a primary', () => {
    const { initiated, exitCode } = run({ status: fails('NotYetInitialized'), isWritablePrimary: false });
    const [configuration] = initiated;
    expect(JSON.parse(JSON.stringify(configuration))).to.deep.equal({
      _id: 'plotline',
      members: [{ _id: 0, host: 'mongo:27017' }],
    });
    expect(exitCode).to.equal(1);
  });

  it('leaves an initiated set unchanged, and succeeds while it accepts writes', () => {
    expect(run({ status: () => ({}), isWritablePrimary: true })).to.deep.equal({
      initiated: [],
      created: [],
      exitCode: 0,
    });
    expect(run({ status: () => ({}), isWritablePrimary: false })).to.deep.equal({
      initiated: [],
      created: [],
      exitCode: 1,
    });
  });

  it("initiates nothing when the set's state is unknown", () => {
    expect(() => run({ status: fails('Unauthorized'), isWritablePrimary: false })).to.throw('Unauthorized');
  });

  it('creates missing users once there is a primary, each for the two databases of its service', () => {
    const initiated = { status: () => ({}), users: services.slice(1) };
    expect(run({ ...initiated, isWritablePrimary: true }).created).to.deep.equal([
      {
        user: 'auth',
        pwd: 'pw-of_auth',
        roles: [
          { role: 'readWrite', db: 'plotline_auth_live' },
          { role: 'readWrite', db: 'plotline_auth_sandbox' },
        ],
      },
    ]);
    expect(run({ ...initiated, isWritablePrimary: false }).created).to.deep.equal([]);
    const { created } = run({ status: () => ({}), users: [], isWritablePrimary: true });
    expect(created.map(({ user }) => user)).to.deep.equal(services);
  });

  it('creates a user for backups, which only reads the databases of the services, if its secret is mounted', () => {
    const { created } = run({ status: () => ({}), isWritablePrimary: true, other: 'backup' });
    expect(created.map(({ user, pwd }) => [user, pwd])).to.deep.equal([['backup', 'pw-of_backup']]);
    const roles = created.flatMap((user) => user.roles);
    expect(new Set(roles.map(({ role }) => role))).to.deep.equal(new Set(['read']));
    expect(roles.map(({ db }) => db)).to.have.members(
      services.flatMap((service) => [`plotline_${service}_live`, `plotline_${service}_sandbox`]),
    );
  });

  it('creates a user for the exporter, which reads figures and no records, if its secret is mounted', () => {
    expect(run({ status: () => ({}), isWritablePrimary: true, other: 'exporter' }).created).to.deep.equal([
      { user: 'exporter', pwd: 'pw-of_exporter', roles: [{ role: 'clusterMonitor', db: 'admin' }] },
    ]);
  });
});
