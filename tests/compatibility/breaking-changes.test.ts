import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type BreakingChange, findBreakingChanges } from './breaking-changes.js';

type Json = Record<string, unknown>;

const text = { type: 'string' };
const answering = (schema: Json) => ({
  200: { description: 'It.', content: { 'application/json': { schema } } },
});
const asking = (schema: Json) => ({ required: true, content: { 'application/json': { schema } } });
const query = (name: string, schema: Json, required = false) => ({ name, in: 'query', required, schema });

/** An operation in the earlier document and in the later one. Undefined if it was removed. */
interface Change {
  readonly before: Json;
  readonly after: Json | undefined;
}
const reading = (before: Json, after: Json): Change => ({
  before: { responses: answering(before) },
  after: { responses: answering(after) },
});
const writing = (before: Json, after: Json): Change => ({
  before: { requestBody: asking(before), responses: answering(text) },
  after: { requestBody: asking(after), responses: answering(text) },
});
const querying = (before: readonly Json[], after: readonly Json[]): Change => ({
  before: { parameters: before, responses: answering(text) },
  after: { parameters: after, responses: answering(text) },
});
const object = (properties: Json, required: readonly string[] = []): Json => ({ type: 'object', properties, required });
const words = (...values: readonly string[]): Json => ({ type: 'string', enum: values });
const scopes = (...names: readonly string[]): Json => ({ security: [{ oauth2: names }], responses: answering(text) });

/** Changes that break clients. Each has the rule that must report it. */
const breaking: Readonly<Record<string, readonly [rule: string, change: Change]>> = {
  'an operation that is gone': ['operation-removed', { before: { responses: answering(text) }, after: undefined }],
  'a field of an answer that is gone': [
    'property-removed',
    reading(object({ id: text, name: text }), object({ id: text })),
  ],
  'a field of an answer that may be absent now': [
    'required-properties-removed',
    reading(object({ id: text }, ['id']), object({ id: text })),
  ],
  'a field of an answer of another type': [
    'schema-type-changed',
    reading(object({ id: text }), object({ id: { type: 'integer' } })),
  ],
  'a field of an answer that may be null now': [
    'schema-type-changed',
    reading(object({ id: text }), object({ id: { type: ['string', 'null'] } })),
  ],
  'a new value of a field of an answer': [
    'enum-values-added',
    reading(object({ state: words('open') }), object({ state: words('open', 'paused') })),
  ],
  'a new field that a request must have': [
    'required-properties-added',
    writing(object({ name: text }), object({ name: text, city: text }, ['city'])),
  ],
  'a field that a request must have now': [
    'required-properties-added',
    writing(object({ name: text }), object({ name: text }, ['name'])),
  ],
  'a value that a request may not have any more': [
    'enum-values-removed',
    writing(object({ kind: words('call', 'visit') }), object({ kind: words('call') })),
  ],
  'a type that a request may not have any more': [
    'schema-type-changed',
    writing(object({ lead: { type: ['string', 'null'] } }), object({ lead: text })),
  ],
  'a tighter bound of a request': [
    'schema-constraint-changed',
    writing(object({ name: { ...text, maxLength: 20 } }), object({ name: { ...text, maxLength: 10 } })),
  ],
  'a query parameter that is gone': ['parameter-removed', querying([query('search', text)], [])],
  'a query parameter that must be given': ['parameter-became-required', querying([], [query('zone', text, true)])],
  'a value that a query parameter does not take any more': [
    'enum-values-removed',
    querying([query('sort', words('name', 'size'))], [query('sort', words('name'))]),
  ],
  'another scope that is needed': [
    'security-requirement-changed',
    { before: scopes('read'), after: scopes('read', 'admin') },
  ],
};

/** Changes that clients tolerate. */
const harmless: Readonly<Record<string, Change>> = {
  'a new field of an answer': reading(object({ id: text }), object({ id: text, name: text }, ['name'])),
  'a value of a field of an answer that is gone': reading(
    object({ state: words('open', 'paused') }),
    object({ state: words('open') }),
  ),
  'a new field that a request may have': writing(object({ name: text }), object({ name: text, city: text })),
  'a new value of a request': writing(
    object({ kind: words('call') }),
    object({ kind: { ...words('call', 'visit'), description: 'What it was.' } }),
  ),
  'a new query parameter': querying([], [query('search', text)]),
};

const pathOf = (title: string): string => `/v1/${title.replaceAll(' ', '-')}`;

function createDocument(pick: (change: Change) => Json | undefined, added: Json): Json {
  const changes = Object.entries({
    ...harmless,
    ...Object.fromEntries(Object.entries(breaking).map(([title, [, change]]) => [title, change])),
  });
  // Second operation that is always present. Otherwise, removing the first operation would also remove the path.
  const patch = { responses: answering(text) };
  const paths = changes.map(([title, change]) => [pathOf(title), { post: pick(change), patch }]);
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1.0.0' },
    paths: { ...Object.fromEntries(paths), ...added },
    components: { securitySchemes: { oauth2: { type: 'oauth2', flows: {} } } },
  };
}

describe('A comparison of two OpenAPI documents', () => {
  let changes: readonly BreakingChange[] = [];
  before(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plotline-documents-'));
    const [earlier, later] = [join(folder, 'earlier.json'), join(folder, 'later.json')];
    writeFileSync(
      earlier,
      JSON.stringify(createDocument((change) => change.before, { '/v1/gone': { delete: scopes() } })),
    );
    writeFileSync(
      later,
      JSON.stringify(createDocument((change) => change.after, { '/v1/other/new': { get: scopes() } })),
    );
    try {
      changes = await findBreakingChanges(earlier, later);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  /** Returns the rules that are broken at or below a path. */
  const rulesAt = (path: string): readonly string[] => {
    const pointer = `#/paths/${path.replaceAll('/', '~1')}`;
    return changes.filter(({ at }) => at === pointer || at.startsWith(`${pointer}/`)).map(({ rule }) => rule);
  };

  it('finds a removed path, and accepts a new one', () => {
    expect(rulesAt('/v1/gone')).to.deep.equal(['path-removed']);
    expect(rulesAt('/v1/other/new')).to.deep.equal([]);
  });

  for (const [title, [rule]] of Object.entries(breaking)) {
    it(`finds ${title}`, () => expect(rulesAt(pathOf(title))).to.deep.equal([rule]));
  }

  for (const title of Object.keys(harmless)) {
    it(`accepts ${title}`, () => expect(rulesAt(pathOf(title))).to.deep.equal([]));
  }

  it('reports each change and its place', () => {
    expect(changes.find(({ rule }) => rule === 'parameter-removed')).to.deep.equal({
      rule: 'parameter-removed',
      at: '#/paths/~1v1~1a-query-parameter-that-is-gone/post/parameters/0',
      message: '`search` query parameter was removed.',
    });
  });
});
