import { nameSchemas } from '@plotline/gateway/contract/named-schemas';
import { expect } from 'chai';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const listOf = (name: string) => ({
  properties: { data: { type: 'array', items: { $ref: `#/components/schemas/${name}` } } },
});
const body = { type: 'object', properties: { reason: { type: 'string' } } };
const post = { operationId: 'loseLead', summary: 'Lose a lead', requestBody: content(body), responses: {} };

describe('gateway nameSchemas', () => {
  it('names and describes a request body by its operation', () => {
    const { paths, components } = nameSchemas({ '/v1/lost': { post } }, {});
    expect(components.schemas).to.deep.equal({
      LoseLeadBody: { description: 'The body of a request: Lose a lead.', ...body },
    });
    const named = content({ $ref: '#/components/schemas/LoseLeadBody' });
    expect(paths).to.have.deep.nested.property('/v1/lost.post.requestBody', named);
  });

  it('names a list after its rows, once for all operations that return it', () => {
    const list = (operationId: string) => ({
      get: { operationId, 'x-list': true, responses: { 200: content(listOf('UnitSummary')) } },
    });
    const { paths, components } = nameSchemas({ '/a': list('listUnits'), '/b': list('listPropertyUnits') }, {});
    expect(components.schemas).to.deep.equal({
      UnitList: { description: 'A page of a list.', ...listOf('UnitSummary') },
    });
    expect(paths).to.have.deep.nested.property(
      '/b.get.responses.200',
      content({ $ref: '#/components/schemas/UnitList' }),
    );
  });

  it("names a form separately from a JSON body, and doesn't name a file", () => {
    const types = {
      'text/csv': { schema: { type: 'string' } },
      'application/jsonl': { schema: { type: 'string' } },
      'multipart/form-data': { schema: body },
    };
    const upload = { operationId: 'importLeads', summary: 'Import leads', requestBody: { content: types } };
    const { paths, components } = nameSchemas({ '/a': { post: upload } }, {});
    expect(components.schemas).to.have.all.keys('ImportLeadsForm');
    expect(paths).to.have.deep.nested.property('/a.post.requestBody.content', {
      ...types,
      'multipart/form-data': { schema: { $ref: '#/components/schemas/ImportLeadsForm' } },
    });
  });

  it('keeps existing names', () => {
    const named = { operationId: 'createLead', requestBody: content({ $ref: '#/components/schemas/NewLead' }) };
    expect(nameSchemas({ '/a': { post: named } }, {}).paths).to.deep.equal({ '/a': { post: named } });
  });

  it('refuses a name that another schema has', () => {
    const components = { schemas: { LoseLeadBody: { type: 'string' } } };
    expect(() => nameSchemas({ '/a': { post } }, components)).to.throw(
      'The name LoseLeadBody already belongs to another schema.',
    );
  });
});
