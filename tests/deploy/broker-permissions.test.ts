import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../../', import.meta.url));
interface Permissions {
  readonly configure: string;
  readonly write: string;
  readonly read: string;
  readonly topics: { readonly write: string; readonly read: string };
}
const permissions: Record<string, Permissions> = JSON.parse(
  readFileSync(`${root}deploy/container/broker-permissions.json`, 'utf8'),
);

/** Reads the sources of a program as one text, and reads its contract. */
function readProgram(name: string): string {
  const folder = name === 'gateway' ? `${root}gateway` : `${root}services/${name}`;
  const files = readdirSync(`${folder}/src`, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const contract = `${folder}/openapi.yaml`;
  const texts = files.map((file) => readFileSync(`${folder}/src/${file}`, 'utf8'));
  return [...texts, existsSync(contract) ? readFileSync(contract, 'utf8') : ''].join('\n');
}

const findAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

/** Lists the events that a contract declares. */
function listDeclared(text: string): string[] {
  const [, events = ''] = /^x-events:\n((?: .*\n)*)/m.exec(text) ?? [];
  return findAll(events, /^ {2}([a-z_]+\.[a-z_]+):/gm);
}

/** Lists the event names in a program's code and in its contract, because the code may compose names. */
function listPublished(text: string): string[] {
  return [...findAll(text, /\bname: '([a-z_]+\.[a-z_]+)'/g), ...listDeclared(text)];
}

/** Lists the groups of public events in all contracts, such as `lead.*`. The webhook service consumes them. */
function listPublicGroups(): string[] {
  const contracts = readdirSync(`${root}services`).map((service) => `${root}services/${service}/openapi.yaml`);
  const names = contracts
    .filter((file) => existsSync(file))
    .flatMap((file) => listDeclared(readFileSync(file, 'utf8')));
  return [...new Set(names.map((name) => `${name.split('.', 1)[0]}.*`))];
}

function listConsumed(text: string): string[] {
  const named = findAll(text, /\bbindings: \[([^\]]*)\]/g).flatMap((list) => findAll(list, /'([^']+)'/g));
  const derived = text.includes('bindings: listGroups(') ? listPublicGroups() : [];
  return [...named, ...derived, ...(text.includes('new SandboxResets(') ? ['sandbox.reset'] : [])];
}

describe('Topic permissions of the broker', () => {
  const programs = Object.entries(permissions).map(([name, { topics }]) => {
    const text = readProgram(name);
    const published = name === 'auth' ? [...listPublished(text), 'sandbox.reset'] : listPublished(text);
    return {
      name,
      write: new RegExp(topics.write),
      read: new RegExp(topics.read),
      published,
      consumed: listConsumed(text),
    };
  });

  for (const { name, write, read, published, consumed } of programs) {
    it(`let ${name} publish and consume its events`, () => {
      expect(published.filter((event) => !write.test(event))).to.deep.equal([]);
      expect(consumed.filter((pattern) => !read.test(pattern))).to.deep.equal([]);
    });

    it(`do not let ${name} publish another program's events`, () => {
      const others = programs.filter((one) => one.name !== name).flatMap((one) => one.published);
      expect(others).to.have.length.above(20);
      expect(others.filter((event) => write.test(event) && !published.includes(event))).to.deep.equal([]);
    });
  }
});

describe('Permissions of the broker', () => {
  const names = Object.keys(permissions);
  const exchanges = ['retry', 'redelivery', 'dead'].flatMap((end) =>
    [...names, 'plotline'].map((one) => `${one}.${end}`),
  );

  for (const [name, { configure, write, read }] of Object.entries(permissions)) {
    it(`give ${name} access only to its own consumers' exchanges`, () => {
      const own = exchanges.filter((exchange) => name !== 'gateway' && exchange.startsWith(`${name}.`));
      for (const pattern of [configure, write, read]) {
        expect(exchanges.filter((exchange) => new RegExp(pattern).test(exchange))).to.deep.equal(own);
      }
    });
  }
});
