import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadContract, readEventScopes } from '@plotline/kit/http/contract/document';
import { expandEventNames } from '@plotline/kit/http/contract/event-names';
import { expect } from 'chai';

describe('expandEventNames', () => {
  it('puts the listed names before the values of the schema', () => {
    const Chosen = { type: 'string', 'x-event-names': true, enum: ['*'] };
    const expanded = expandEventNames({ Chosen }, () => ['thing.made', 'thing.sold']);
    expect(expanded).to.deep.equal({ Chosen: { type: 'string', enum: ['thing.made', 'thing.sold', '*'] } });
  });

  it('adds the groups of the names, each once, to a schema that takes groups', () => {
    const Chosen = { type: 'string', 'x-event-names': true, 'x-event-groups': true, enum: ['*'] };
    const expanded = expandEventNames({ Chosen }, () => ['thing.made', 'thing.sold', 'shop.opened']);
    const values = ['thing.made', 'thing.sold', 'shop.opened', 'thing.*', 'shop.*', '*'];
    expect(expanded).to.deep.equal({ Chosen: { type: 'string', enum: values } });
  });

  it('lists no names for a contract without such a schema', () => {
    const Thing = { type: 'string', enum: ['red'] };
    const fail = () => expect.fail('The names were listed.');
    expect(expandEventNames({ Thing }, fail)).to.deep.equal({ Thing });
  });
});

describe('a contract with a schema of event names', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'plotline-contracts-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  function write(service: string, contract: object): string {
    const file = join(folder, service, 'openapi.yaml');
    mkdirSync(join(folder, service));
    writeFileSync(file, JSON.stringify({ openapi: '3.1.0', paths: {}, ...contract }));
    return file;
  }

  it('has the events that the contracts beside it declare', () => {
    const event = { description: 'It was made.', data: 'Thing' };
    write('shop', {
      'x-event-scopes': { thing: 'read:things' },
      'x-events': { 'thing.made': event, 'thing.sold': event },
    });
    write('office', {});
    mkdirSync(join(folder, 'pages'));
    const file = write('sender', { components: { schemas: { Event: { type: 'string', 'x-event-names': true } } } });
    const names = ['thing.made', 'thing.sold'];
    expect(loadContract(file)).to.have.nested.property('components.schemas.Event.enum').with.members(names);
    expect([...readEventScopes(file)]).to.deep.equal(names.map((name) => [name, 'read:things']));
  });

  it('has no events while a group of them has no scope', () => {
    const file = write('garage', { 'x-events': { 'car.parked': { description: 'It was parked.', data: 'Car' } } });
    expect(() => readEventScopes(file)).to.throw('no scope in x-event-scopes for car.parked');
  });
});
