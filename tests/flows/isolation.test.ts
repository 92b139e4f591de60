import { expect } from 'chai';
import pLimit from 'p-limit';
import type { ApiAnswer, ApiClient } from '../support/api-client.js';
import { allRecords } from '../support/contract/all-records.js';
import { type ReferenceSlot, referenceSlots } from '../support/contract/reference-slots.js';
import { unknownTexts } from '../support/contract/references.js';
import { type Change, requestFor, send } from '../support/contract/request.js';
import { type ServedOperation, servedOperations } from '../support/contract/served-contract.js';
import { isTree, textsOf, treesOf } from '../support/contract/tree.js';
import { eventually } from '../support/eventually.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { system } from '../support/system.js';
import { newWholePortfolio, type WholePortfolio } from '../support/whole-portfolio.js';
import { newWorkspace } from '../support/workspace.js';

/** Whoever asks, and whose records it must not see; each has one record of every kind. */
interface Meeting {
  readonly stranger: ApiClient;
  readonly own: WholePortfolio;
  readonly host: ApiClient;
  readonly foreign: WholePortfolio;
}

let receiver: Receiver;
let operations: readonly ServedOperation[];
const limit = pLimit(8);

/** An id of the same prefix and time that nothing has. */
function nonexistent(id: string): string {
  return id.slice(0, -6) + (id.endsWith('000000') ? '000001' : '000000');
}

/** What an answer says about an id, whichever it is. */
function withoutId(answer: ApiAnswer, id: string): string {
  const headers = [...answer.headers]
    .filter(([name]) => !['date', 'etag', 'keep-alive', 'x-request-id'].includes(name))
    .filter(([name]) => !name.startsWith('x-ratelimit-'));
  return JSON.stringify([answer.status, headers, answer.text.replaceAll(id, '<id>')]);
}

/** What is wrong with the answer to a foreign id in this place; null when it is as it must be. */
function faultOf({ place, field }: ReferenceSlot, answer: ApiAnswer): string | null {
  const is = (right: boolean) => (right ? null : `${answer.status} ${answer.text.slice(0, 300)}`);
  if (place === 'path') return is(answer.status === 404 && answer.error.code === 'NOT_FOUND');
  if (place === 'query') return is(answer.status === 200 && answer.records.length === 0);
  return is(answer.status === 422 && answer.error.details?.some((row) => row.field === field) === true);
}

async function judge({ stranger, own, foreign }: Meeting, slot: ReferenceSlot): Promise<string[]> {
  const { operation, place, field, kind, change } = slot;
  const name = `${operation.name}: ${place} ${field}`;
  const id = foreign.ids[kind];
  const answer = await send(stranger, requestFor(operation, own, change(id)));
  const fault = faultOf(slot, answer);
  const none = nonexistent(id);
  const blank = await send(stranger, requestFor(operation, own, change(none)));
  const [seen, wanted] = [withoutId(answer, id), withoutId(blank, none)];
  return [
    ...(fault === null ? [] : [`${name}: ${fault}`]),
    ...(seen === wanted ? [] : [`${name}: ${seen} for a foreign id, ${wanted} for none`]),
  ];
}

async function judgeRows({ stranger, own, foreign }: Meeting, slot: ReferenceSlot): Promise<string[]> {
  const change: Change = { ...slot.change(foreign.ids[slot.kind]), query: { partial: 'true' } };
  const answer = await send(stranger, requestFor(slot.operation, own, change));
  const isRefused = answer.status === 207 && JSON.stringify(answer.body).includes('"status":422');
  return isRefused ? [] : [`${slot.operation.name}?partial=true ${slot.field}: ${answer.status} ${answer.text}`];
}

/** The query that makes an operation say as much as it can. */
function widest({ queryParameters }: ServedOperation): Record<string, string> {
  const values = queryParameters.flatMap(({ name, schema }) => {
    if (name === 'expand') {
      return [[name, isTree(schema.items) ? textsOf(schema.items.enum).join(',') : '']];
    }
    return schema.type === 'boolean' ? [[name, 'true']] : [];
  });
  return Object.fromEntries(values);
}

/** All that GET says to the stranger: expanded, and searched for what only the host has. */
async function everythingRead({ stranger, own, foreign }: Meeting): Promise<readonly (readonly [string, string])[]> {
  const reads = operations.filter(({ method }) => method === 'GET');
  const asked = reads.flatMap((operation) => {
    const isSearched = operation.queryParameters.some(({ name }) => name === 'search');
    const query = widest(operation);
    return [{ operation, query }, ...(isSearched ? [{ operation, query: { ...query, search: foreign.token } }] : [])];
  });
  return Promise.all(
    asked.map(({ operation, query }) =>
      limit(async () => {
        const answer = await send(stranger, requestFor(operation, own, { query }));
        if (answer.status !== 200) throw new Error(`${operation.name} answered ${answer.status}: ${answer.text}`);
        // What was searched for comes back in the links.
        const said = JSON.stringify(Reflect.get(Object(answer.body), 'data'));
        return [`${operation.name} ${JSON.stringify(query)}`, said] as const;
      }),
    ),
  );
}

/** The sources that leads came from, with how many. */
function leadsBySource(body: unknown): Record<string, unknown> {
  const data = isTree(body) && isTree(body.data) ? body.data : {};
  const used = treesOf(data.sources).filter(({ leads }) => leads !== 0);
  return Object.fromEntries(used.map(({ source, leads }) => [String(source), leads]));
}

const meetings: Readonly<Record<string, () => Promise<Pick<Meeting, 'stranger' | 'host'>>>> = {
  'another workspace': async () => ({ stranger: (await newWorkspace()).api, host: (await newWorkspace()).api }),
  'the live data of the same workspace, from the sandbox': async () => {
    const { api, sandbox } = await newWorkspace();
    return { stranger: sandbox, host: api };
  },
  'the sandbox of the same workspace, from the live host': async () => {
    const { api, sandbox } = await newWorkspace();
    return { stranger: api, host: sandbox };
  },
};

before(async () => {
  receiver = await startReceiver();
  operations = await servedOperations(system().urls.api);
});

after(() => receiver.close());

describe('the places of the contract where ids stand', () => {
  it('are all known to these tests', () => {
    expect(unknownTexts(operations)).eql([]);
  });
});

for (const [title, meet] of Object.entries(meetings)) {
  describe(`isolation from ${title}`, function () {
    this.timeout(120_000);
    let meeting: Meeting;

    before(async () => {
      const { stranger, host } = await meet();
      const own = await newWholePortfolio(stranger, receiver.url);
      const foreign = await newWholePortfolio(host, receiver.url);
      meeting = { stranger, own, host, foreign };
    });

    it('answers a foreign id anywhere as one that does not exist, and changes nothing on either side', async () => {
      const { stranger, own, host, foreign } = meeting;
      const before = [await allRecords(stranger, operations, own), await allRecords(host, operations, foreign)];
      const slots = operations.flatMap(referenceSlots);
      const faults = await Promise.all(slots.map((slot) => limit(() => judge(meeting, slot))));
      expect(faults.flat().join('\n')).equal('');
      const after = [await allRecords(stranger, operations, own), await allRecords(host, operations, foreign)];
      expect(after).eql(before);
    });

    it('refuses rows of a partial bulk call that name a foreign id', async () => {
      const slots = operations.filter(({ rows }) => rows !== undefined).flatMap(referenceSlots);
      expect(slots).not.eql([]);
      expect((await Promise.all(slots.map((slot) => judgeRows(meeting, slot)))).flat().join('\n')).equal('');
    });

    it('shows no foreign record in lists, searches, expanded relations and analytics', async () => {
      const secrets = [meeting.foreign.token, ...Object.values(meeting.foreign.ids)];
      const leaks = (await everythingRead(meeting)).filter(([, said]) => secrets.some((one) => said.includes(one)));
      expect(leaks).eql([]);
    });

    it('counts no foreign record', async () => {
      const { stranger } = meeting;
      const figures = async (name: string) => (await stranger.get(`/v1/analytics/${name}`)).body;
      await eventually(async () => {
        expect(await figures('overview')).nested.include({
          'data.leads.total': 2,
          'data.leads.new': 2,
          'data.deals.closed': 1,
          'data.revenue.length': 1,
          'data.revenue[0].closed': 240_000,
        });
        expect(await figures('funnel')).nested.include({ 'data.stages[0].count': 2 });
        expect(leadsBySource(await figures('sources'))).eql({ api: 2 });
        expect(await figures('agents')).nested.include({ 'data.agents.length': 1, 'data.agents[0].leads.assigned': 2 });
      }, 6_000);
    });
  });
}
