import { type ContractDocument, listRoutes } from '@plotline/kit/http/contract/document';
import { createValidators } from '@plotline/kit/http/contract/validator';
import { expect } from 'chai';

const email = { type: 'string', format: 'email' };
const text = { type: ['string', 'null'] };
const node = { type: 'object', properties: { note: text, next: { $ref: '#/components/schemas/Node' } } };
const properties = {
  name: { type: 'string', minLength: 1 },
  email: { $ref: '#/components/schemas/Email' },
  kind: { type: 'string', enum: ['small', 'large'], default: 'small' },
  count: { type: ['number', 'null'] },
  since: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
  cc: { type: 'array', maxItems: 3, items: email },
  labels: { type: 'array', maxItems: 3, items: { type: 'string' } },
  budget: { type: ['object', 'null'], required: ['max'], properties: { max: text, min: { type: ['number', 'null'] } } },
  rows: { type: 'array', maxItems: 3, items: { type: 'object', properties: { code: text } } },
  map: { type: 'object', patternProperties: { '.': { type: 'string' } } },
  node: { $ref: '#/components/schemas/Node' },
};
const created = { type: 'object', required: ['name'], properties };
const changed = { type: 'object', allOf: [{ type: 'object', properties }] };

const document: ContractDocument = {
  openapi: '3.1.0',
  paths: {
    '/things': {
      post: {
        operationId: 'create',
        'x-scopes': [],
        'x-roles': [],
        requestBody: { content: { 'application/json': { schema: created } } },
        responses: {},
      },
      put: {
        operationId: 'change',
        'x-scopes': [],
        'x-roles': [],
        requestBody: { content: { 'application/json': { schema: changed } } },
        responses: {},
      },
    },
  },
  components: { schemas: { Node: node, Email: email } },
};

const validators = createValidators(document);

/** Validates a body under strict handling. Returns the body that the handler gets, and the invalid fields. */
function check(method: 'post' | 'put', body: object) {
  const route = listRoutes(document).find((one) => one.method === method);
  if (!route) throw new Error(`no ${method}`);
  const known = structuredClone(body);
  const { faults } = validators(route).body(known, true);
  return { known, fields: faults.map(({ field }) => field) };
}

describe('text values in a body', () => {
  it('count as null if they are empty, in an optional field of any type and at any depth', () => {
    const body = {
      name: 'a',
      kind: 'large',
      count: '',
      since: '',
      budget: { max: '1', min: '' },
      rows: [{ code: '' }, { code: 'b' }],
      node: { note: '', next: { note: '', next: { note: 'c' } } },
    };
    const known = {
      ...body,
      count: null,
      since: null,
      budget: { max: '1', min: null },
      rows: [{ code: null }, { code: 'b' }],
      node: { note: null, next: { note: null, next: { note: 'c' } } },
    };
    for (const method of ['post', 'put'] as const) {
      expect(check(method, body), method).to.deep.equal({ known, fields: [] });
    }
    expect(check('post', { name: 'a', budget: '' }).known).to.deep.equal({ name: 'a', kind: 'small', budget: null });
  });

  it('are kept if they are empty in a required field, an array item or a map entry', () => {
    expect(check('post', { name: '' }).fields).to.deep.equal(['name']);
    const body = { name: 'a', kind: 'small', labels: [''], map: { x: '' }, budget: { max: '' } };
    expect(check('post', body)).to.deep.equal({ known: body, fields: [] });
  });

  it("are dropped from a new record if they are empty and can't be null, and refused in a change", () => {
    expect(check('post', { name: 'a', kind: '', email: ' ' })).to.deep.equal({
      known: { name: 'a', kind: 'small' },
      fields: [],
    });
    expect(check('put', { name: '', kind: '', email: '' }).fields).to.have.members(['name', 'kind', 'email']);
  });

  it('are trimmed if they are emails, alone or in an array', () => {
    const body = { name: ' a ', email: '\t me@example.com\u00a0', cc: [' you@example.com '] };
    const { known, fields } = check('post', body);
    expect(fields).to.deep.equal([]);
    expect(known).to.include({ name: ' a ', email: 'me@example.com' });
    expect(known).to.have.property('cc').deep.equal(['you@example.com']);
  });
});
