import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ContractDocument, loadContract, readEventScopes } from '@plotline/kit/http/contract/document';
import { expect } from 'chai';

describe('a schema in a contract', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plotline-contracts-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function write(service: string, contract: object): string {
    const file = join(folder, service, 'openapi.yaml');
    mkdirSync(join(folder, service));
    writeFileSync(file, JSON.stringify({ openapi: '3.1.0', paths: {}, ...contract }));
    return file;
  }

  const load = (schemas: object): ContractDocument['components'] =>
    loadContract(write('sender', { components: { schemas } })).components;

  describe('with event names', () => {
    const event = { description: 'It happened.', data: 'Thing' };

    beforeEach(() => {
      write('shop', { 'x-events': { 'thing.made': event, 'thing.sold': event, 'shop.opened': event } });
      write('office', {});
      mkdirSync(join(folder, 'pages'));
    });

    it("has the events that all services' contracts declare, before its own values", () => {
      const components = load({ Chosen: { type: 'string', 'x-event-names': true, enum: ['*'] } });
      const values = ['thing.made', 'thing.sold', 'shop.opened', '*'];
      expect(components?.schemas?.Chosen).to.deep.equal({ type: 'string', enum: values });
    });

    it("makes the loader read the other services' contracts, which is unnecessary for all other schemas", () => {
      mkdirSync(join(folder, 'broken'));
      writeFileSync(join(folder, 'broken', 'openapi.yaml'), 'paths: {');
      expect(load({ Thing: { type: 'string' } })?.schemas?.Thing).to.deep.equal({ type: 'string' });
    });

    it('also has the names of event groups, if it accepts groups', () => {
      const Chosen = { type: 'string', 'x-event-names': true, 'x-event-groups': true, enum: ['*'] };
      const values = ['thing.made', 'thing.sold', 'shop.opened', 'thing.*', 'shop.*', '*'];
      expect(load({ Chosen })?.schemas?.Chosen).to.deep.equal({ type: 'string', enum: values });
    });
  });

  it("reads each event's scope from its contract, and refuses an event whose group has none", () => {
    const event = { description: 'It was made.', data: 'Thing' };
    const file = write('shop', { 'x-event-scopes': { thing: 'read:things' }, 'x-events': { 'thing.made': event } });
    expect([...readEventScopes(file)]).to.deep.equal([['thing.made', 'read:things']]);
    write('garage', { 'x-events': { 'car.parked': event } });
    expect(() => readEventScopes(file)).to.throw('no scope in x-event-scopes for car.parked');
  });

  describe('that shows part of a record', () => {
    const Thing = {
      type: 'object',
      required: ['id', 'name', 'size'],
      properties: { id: { type: 'string' }, name: { description: 'Its name.' }, size: {}, parts: {} },
    };
    const expand = (part: object) => load({ Thing, Part: { description: 'A part.', 'x-part': part } })?.schemas;

    it('shows all fields of the record and requires only the id', () => {
      expect(expand({ of: 'Thing' })?.Part).to.deep.equal({
        type: 'object',
        description: 'A part.',
        required: ['id'],
        properties: Thing.properties,
      });
    });

    it('shows only the listed fields with their descriptions, and leaves the record unchanged', () => {
      const schemas = expand({ of: 'Thing', required: ['id', 'name'], optional: ['parts'] });
      expect(schemas?.Part).to.deep.equal({
        type: 'object',
        description: 'A part.',
        required: ['id', 'name'],
        properties: { id: Thing.properties.id, name: Thing.properties.name, parts: Thing.properties.parts },
      });
      expect(schemas?.Thing).to.deep.equal(Thing);
    });

    it('is rejected by an error that names the missing record', () => {
      expect(() => expand({ of: 'Other' })).to.throw('The schema Part shows a part of Other, which has no properties.');
    });

    it('is rejected by an error that names the fields that the record lacks', () => {
      const unknown = { of: 'Thing', required: ['id'], optional: ['weight'] };
      expect(() => expand(unknown)).to.throw('The schema Part names fields that Thing lacks: weight.');
    });
  });
});
