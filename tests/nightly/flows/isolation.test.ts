import { expect } from 'chai';
import pLimit from 'p-limit';
import type { ApiAnswer, ApiClient } from '../../support/api-client.js';
import { allRecords } from '../../support/contract/all-records.js';
import { type ReferenceSlot, referenceSlots } from '../../support/contract/reference-slots.js';
import { unknownTexts } from '../../support/contract/references.js';
import { type Change, requestFor, send } from '../../support/contract/request.js';
import { type ServedOperation, servedOperations } from '../../support/contract/served-contract.js';
import { isTree, textsOf, treesOf } from '../../support/contract/tree.js';
import { eventually } from '../../support/eventually.js';
import { startReceiver } from '../../support/receiver.js';
import { system } from '../../support/system.js';
import { useFixture } from '../../support/use-fixture.js';
import { newWholePortfolio, type WholePortfolio } from '../../support/whole-portfolio.js';
import { newWorkspace } from '../../support/workspace.js';

/** Two tenants, each with one record of every kind. The stranger must not get the owner's records. */
interface TenantPair {
  readonly stranger: ApiClient;
  readonly own: WholePortfolio;
  readonly owner: ApiClient;
  readonly foreign: WholePortfolio;
}

const receiver = useFixture(startReceiver);
let operations: readonly ServedOperation[];
const limit = pLimit(8);

/** Returns an unused id with the same prefix and time. */
function toUnusedId(id: string): string {
  return id.slice(0, -6) + (id.endsWith('000000') ? '000001' : '000000');
}

/** Returns the response with its id masked, without headers that differ between responses. */
function maskId(answer: ApiAnswer, id: string): string {
  const headers = [...answer.headers]
    .filter(([name]) => !['date', 'etag', 'keep-alive', 'x-request-id'].includes(name))
    .filter(([name]) => !name.startsWith('x-ratelimit-'));
  return JSON.stringify([answer.status, headers, answer.text.replaceAll(id, '<id>')]);
}

/** Describes what is wrong with the response to a foreign id in this place. Null if it is correct. */
function findFault({ place, field, operation }: ReferenceSlot, answer: ApiAnswer): string | null {
  const failUnless = (isRight: boolean) => (isRight ? null : `${answer.status} ${answer.text.slice(0, 300)}`);
  // An upload or a template preview has the record's id in its query.
  const isNamed = operation.files.length > 0 || operation.path === '/v1/document-templates/{id}/preview';
  if (place === 'path' || isNamed) return failUnless(answer.status === 404 && answer.error.code === 'NOT_FOUND');
  // Another test checks that a foreign id has the same effect on a summary as an unused id.
  const isEmpty = () => !operation.isList || answer.records.length === 0;
  if (place === 'query') return failUnless(answer.status === 200 && isEmpty());
  // This operation always answers row by row.
  if (answer.status === 207) return failUnless(answer.text.includes('"status":422'));
  return failUnless(answer.status === 422 && answer.error.details?.some((row) => row.field === field) === true);
}

async function checkSlot({ stranger, own, foreign }: TenantPair, slot: ReferenceSlot): Promise<string[]> {
  const { operation, place, field, kind, change } = slot;
  const name = `${operation.name}: ${place} ${field}`;
  const id = foreign.ids[kind];
  const answer = await send(stranger, requestFor(operation, own, change(id)));
  const fault = findFault(slot, answer);
  const unusedId = toUnusedId(id);
  const unused = await send(stranger, requestFor(operation, own, change(unusedId)));
  const [actual, expected] = [maskId(answer, id), maskId(unused, unusedId)];
  return [
    ...(fault === null ? [] : [`${name}: ${fault}`]),
    ...(actual === expected ? [] : [`${name}: ${actual} for a foreign id, ${expected} for an unused one`]),
  ];
}

async function checkRows({ stranger, own, foreign }: TenantPair, slot: ReferenceSlot): Promise<string[]> {
  const change: Change = { ...slot.change(foreign.ids[slot.kind]), query: { partial: 'true' } };
  const answer = await send(stranger, requestFor(slot.operation, own, change));
  const isRefused = answer.status === 207 && JSON.stringify(answer.body).includes('"status":422');
  return isRefused ? [] : [`${slot.operation.name}?partial=true ${slot.field}: ${answer.status} ${answer.text}`];
}

/** Returns the query that makes an operation return as much data as possible. */
function createWidestQuery({ queryParameters }: ServedOperation): Record<string, string> {
  const values = queryParameters.flatMap(({ name, schema }) => {
    if (name === 'expand') {
      return [[name, isTree(schema.items) ? textsOf(schema.items.enum).join(',') : '']];
    }
    if (name === 'resource' && 'enum' in schema) return [[name, textsOf(schema.enum)[0] ?? '']];
    return schema.type === 'boolean' ? [[name, 'true']] : [];
  });
  return Object.fromEntries(values);
}

/**
 * Reads everything that GET returns to the stranger. Includes expanded relations, and searches for a text that only the
 * owner has.
 */
async function readEverything({ stranger, own, foreign }: TenantPair): Promise<readonly (readonly [string, string])[]> {
  // The clients' API keys have no notification preferences.
  const reads = operations.filter(({ method, path }) => method === 'GET' && !path.endsWith('/preferences'));
  const requests = reads.flatMap((operation) => {
    const isSearched = operation.queryParameters.some(({ name }) => name === 'search');
    const query = createWidestQuery(operation);
    return [{ operation, query }, ...(isSearched ? [{ operation, query: { ...query, search: foreign.token } }] : [])];
  });
  return Promise.all(
    requests.map(({ operation, query }) =>
      limit(async () => {
        const answer = await send(stranger, requestFor(operation, own, { query }));
        if (answer.status !== 200) throw new Error(`${operation.name} answered ${answer.status}: ${answer.text}`);
        // The links repeat the search term.
        const data = JSON.stringify(Reflect.get(Object(answer.body), 'data') ?? answer.text);
        return [`${operation.name} ${JSON.stringify(query)}`, data] as const;
      }),
    ),
  );
}

/** Reads the number of leads for each source that has leads. */
function readLeadsBySource(body: unknown): Record<string, unknown> {
  const data = isTree(body) && isTree(body.data) ? body.data : {};
  const used = treesOf(data.sources).filter(({ leads }) => leads !== 0);
  return Object.fromEntries(used.map(({ source, leads }) => [String(source), leads]));
}

const tenantPairs: Readonly<Record<string, () => Promise<Pick<TenantPair, 'stranger' | 'owner'>>>> = {
  'another workspace': async () => ({ stranger: (await newWorkspace()).api, owner: (await newWorkspace()).api }),
  'the live data of the same workspace, from the sandbox': async () => {
    const { api, sandbox } = await newWorkspace();
    return { stranger: sandbox, owner: api };
  },
  'the sandbox of the same workspace, from the live host': async () => {
    const { api, sandbox } = await newWorkspace();
    return { stranger: api, owner: sandbox };
  },
};

before(async () => {
  operations = await servedOperations(system().urls.api);
});

describe('places of ids in the contract, for tenant isolation', () => {
  it('are all covered by the tests', () => {
    expect(unknownTexts(operations)).to.deep.equal([]);
  });
});

for (const [title, createClients] of Object.entries(tenantPairs)) {
  describe(`tenant isolation from ${title}`, () => {
    let pair: TenantPair;

    before(async () => {
      const { stranger, owner } = await createClients();
      const [own, foreign] = await Promise.all([
        newWholePortfolio(stranger, receiver().url),
        newWholePortfolio(owner, receiver().url),
      ]);
      pair = { stranger, own, owner, foreign };
    });

    it('treats a foreign id in any place like an unused id, and changes nothing on either side', async () => {
      const { stranger, own, owner, foreign } = pair;
      const before = [await allRecords(stranger, operations, own), await allRecords(owner, operations, foreign)];
      const slots = operations.flatMap(referenceSlots);
      const faults = await Promise.all(slots.map((slot) => limit(() => checkSlot(pair, slot))));
      expect(faults.flat().join('\n')).to.equal('');
      const after = [await allRecords(stranger, operations, own), await allRecords(owner, operations, foreign)];
      expect(after).to.deep.equal(before);
    });

    it('refuses rows in a partial bulk call that have a foreign id', async () => {
      const slots = operations.filter(({ rows }) => rows !== undefined).flatMap(referenceSlots);
      expect(slots).to.not.deep.equal([]);
      expect((await Promise.all(slots.map((slot) => checkRows(pair, slot)))).flat().join('\n')).to.equal('');
    });

    it('shows no foreign record in lists, searches, expanded relations and analytics', async () => {
      const secrets = [pair.foreign.token, ...Object.values(pair.foreign.ids)];
      const leaks = (await readEverything(pair)).filter(([, data]) => secrets.some((secret) => data.includes(secret)));
      expect(leaks).to.deep.equal([]);
    });

    it('counts no foreign record in analytics', async () => {
      const { stranger } = pair;
      const readAnalytics = async (name: string) => (await stranger.get(`/v1/analytics/${name}`)).body;
      await eventually(async () => {
        expect(await readAnalytics('overview')).to.nested.include({
          'data.leads.total': 2,
          'data.leads.new': 2,
          'data.deals.closed': 1,
          'data.revenue.length': 1,
          'data.revenue[0].closed': 240_000,
        });
        expect(await readAnalytics('funnel')).to.nested.include({ 'data.stages[0].count': 2 });
        expect(readLeadsBySource(await readAnalytics('sources'))).to.deep.equal({ api: 2 });
        expect(await readAnalytics('agents')).to.nested.include({
          'data.agents.length': 1,
          'data.agents[0].leads.assigned': 2,
        });
      }, 6_000);
    });
  });
}
