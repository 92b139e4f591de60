import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { root } from './compose-file.js';

const script = readFileSync(join(root, 'deploy', 'container', 'initiate-replica-set.js'), 'utf8');

interface Shell {
  readonly status: () => unknown;
  readonly isWritablePrimary: boolean;
}

/** Runs the script against a shell that only pretends, and tells what it did. */
function run({ status, isWritablePrimary }: Shell): { initiated: unknown[]; exitCode: number | undefined } {
  const initiated: unknown[] = [];
  let exitCode: number | undefined;
  runInNewContext(script, {
    fs: { readFileSync: () => 'password\n' },
    db: {
      getSiblingDB: () => ({
        auth: (user: string, password: string) => expect([user, password]).to.deep.equal(['plotline', 'password']),
      }),
      hello: () => ({ isWritablePrimary }),
    },
    rs: { status, initiate: (configuration: unknown) => initiated.push(configuration) },
    quit: (code: number) => {
      exitCode = code;
    },
  });
  return { initiated, exitCode };
}

const fails = (codeName: string) => () => {
  throw Object.assign(new Error(codeName), { codeName });
};

describe("the database's health check", () => {
  it('initiates a replica set that is not yet, and is not healthy before it has a primary', () => {
    const { initiated, exitCode } = run({ status: fails('NotYetInitialized'), isWritablePrimary: false });
    const [configuration] = initiated;
    expect(JSON.parse(JSON.stringify(configuration))).to.deep.equal({
      _id: 'plotline',
      members: [{ _id: 0, host: 'mongo:27017' }],
    });
    expect(exitCode).to.equal(1);
  });

  it('leaves an initiated set as it is, and is healthy while it takes writes', () => {
    expect(run({ status: () => ({}), isWritablePrimary: true })).to.deep.equal({ initiated: [], exitCode: 0 });
    expect(run({ status: () => ({}), isWritablePrimary: false })).to.deep.equal({ initiated: [], exitCode: 1 });
  });

  it('initiates nothing when the set cannot say what it is', () => {
    expect(() => run({ status: fails('Unauthorized'), isWritablePrimary: false })).to.throw('Unauthorized');
  });
});
