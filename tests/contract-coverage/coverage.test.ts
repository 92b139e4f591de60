import { expect } from 'chai';
import { measureCoverage } from './coverage.js';

const json = (body: object) => ({ content: { 'application/json': body } });
const example = { examples: { first: { value: { id: 'thing_1' } } } };

const post = {
  operationId: 'createThing',
  parameters: [{ name: 'strict', description: 'Whether to be strict.' }, { name: 'mute' }],
  requestBody: json({ schema: { properties: { name: { description: 'Its name.' }, size: {} } } }),
  responses: {
    201: json(example),
    204: { description: 'Nothing to show.' },
    404: { $ref: '#/components/responses/NotFound' },
    409: json({ examples: {} }),
  },
};
const document = {
  paths: { '/v1/things': { post } },
  webhooks: {
    'thing.created': { post: { requestBody: json(example) } },
    'thing.gone': { post: { requestBody: json({}) } },
  },
  components: { responses: { NotFound: json(example) } },
};

describe('measureCoverage', () => {
  const coverage = measureCoverage(document);
  const expected: [name: string, total: number, missing: string[]][] = [
    ['fields described', 2, ['/size']],
    ['parameters described', 2, ['/1']],
    ['requests and answers with examples', 2, ['POST /v1/things request']],
    ['error answers with examples', 2, ['POST /v1/things 409']],
    ['events with examples', 2, ['POST thing.gone request']],
  ];
  for (const [name, total, missing] of expected) {
    it(`counts ${name}, and lists those that are missing`, () => {
      const found = coverage.get(name);
      expect(found?.total).to.equal(total);
      expect(found?.missing).to.have.length(missing.length);
      for (const [index, place] of missing.entries()) expect(found?.missing[index]).to.match(new RegExp(`${place}$`));
    });
  }
});
