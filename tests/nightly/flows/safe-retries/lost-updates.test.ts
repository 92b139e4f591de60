import { expect } from 'chai';
import type { ApiClient } from '../../../support/api-client.js';
import { requestFor } from '../../../support/contract/request.js';
import type { ServedOperation } from '../../../support/contract/served-contract.js';
import type { Receiver } from '../../../support/receiver.js';
import { useFixture } from '../../../support/use-fixture.js';
import type { WholePortfolio } from '../../../support/whole-portfolio.js';
import { startContractFixture } from '../contract-fixture.js';

const roundCount = 20;

/** Two concurrent updates of one record. */
interface UpdatePair {
  readonly path: string;
  /** Two bodies with different fields, and with new values in every round. */
  readonly bodies: (round: number) => readonly [object, object];
}

describe('PUT and DELETE with ETag and If-Match', () => {
  const fixture = useFixture(startContractFixture);
  let api: ApiClient;
  let own: WholePortfolio;
  let receiver: Receiver;
  let operations: readonly ServedOperation[];

  before(async () => {
    ({ api, own, receiver, operations } = fixture());
  });

  const findRecordReads = () =>
    operations.filter(({ method, path }) => method === 'GET' && path.endsWith('}')).map((one) => requestFor(one, own));
  const findWrites = (method: string) =>
    operations.filter((one) => one.method === method && /^\/v1\/[\w-]+\/\{id\}$/.test(one.path));

  async function readTag(path: string): Promise<string> {
    const tag = (await api.get(path)).headers.get('etag');
    if (tag === null) throw new Error(`GET ${path} has no ETag.`);
    return tag;
  }

  it('use a strong ETag for every record, which is the same until the record changes', async () => {
    expect(findRecordReads().length).to.be.above(7);
    for (const { path } of findRecordReads()) {
      const tag = await readTag(path);
      expect(tag, path).to.match(/^"[^"]+"$/);
      expect(await readTag(path), path).to.equal(tag);
      const known = await api.get(path, { 'if-none-match': tag });
      expect([known.status, known.text], path).to.deep.equal([304, '']);
    }
  });

  it('keep the ETag when a PUT writes unchanged values', async () => {
    for (const put of findWrites('PUT')) {
      const { path } = requestFor(put, own);
      const tag = await readTag(path);
      const { record } = await api.get(path);
      const answer = await api.put(path, record);
      expect(answer.status, `${path}: ${answer.text}`).to.equal(200);
      expect(await readTag(path), path).to.equal(tag);
    }
  });

  it('answer 412 for a stale If-Match, and change nothing', async () => {
    for (const write of [...findWrites('PUT'), ...findWrites('DELETE')]) {
      const { path, body } = requestFor(write, own, { extent: 'whole' });
      const tag = await readTag(path);
      const refused = await api.call(write.method, path, { body, headers: { 'if-match': '"of-another-version"' } });
      expect(refused.status, `${write.name}: ${refused.text}`).to.equal(412);
      expect(refused.error.code, write.name).to.equal('PRECONDITION_FAILED');
      expect(await readTag(path), write.name).to.equal(tag);
    }
  });

  it('answer 412 to the later of two updates of the same version', async () => {
    for (const { path, bodies } of createPairs()) {
      const headers = { 'if-match': await readTag(path) };
      const [mine, yours] = bodies(-1);
      const statuses = (await Promise.all([api.put(path, mine, headers), api.put(path, yours, headers)])).map(
        ({ status }) => status,
      );
      expect(statuses.sort(), path).to.deep.equal([200, 412]);
      expect((await api.put(path, yours, { 'if-match': await readTag(path) })).status, path).to.equal(200);
    }
  });

  const createPairs = (): readonly UpdatePair[] => [
    {
      path: `/v1/leads/${own.ids.lead}`,
      bodies: (round) => [
        { notes: `n ${round}`, budget: { min: round + 1 } },
        { phone: `${round}00`, budget: { max: 900 + round } },
      ],
    },
    {
      path: `/v1/units/${own.ids.unit}`,
      bodies: (round) => [
        { name: `n ${round}`, size: { interior: round + 1 } },
        { bathrooms: round + 2, size: { land: round + 1 } },
      ],
    },
    {
      path: `/v1/properties/${own.ids.property}`,
      bodies: (round) => [
        { name: `n ${round}`, location: { city: `c ${round}` } },
        { description: `d ${round}`, location: { area: `a ${round}` } },
      ],
    },
    {
      path: `/v1/agents/${own.ids.agent}`,
      bodies: (round) => [
        { name: `n ${round}`, profile: { bio: `b ${round}` } },
        { commission: { tier: `t ${round}` }, profile: { phone: `${round}` } },
      ],
    },
    {
      path: `/v1/teams/${own.ids.team}`,
      bodies: (round) => [{ name: `n ${round}` }, { lead_agent_id: round % 2 === 0 ? own.ids.agent : null }],
    },
    {
      path: `/v1/webhooks/${own.ids.webhook}`,
      bodies: (round) => [{ url: `${receiver.url}/${round}` }, { payload_version: round % 2 === 0 ? 'v2' : 'v1' }],
    },
  ];

  it('apply both of two concurrent PUTs of different fields', async () => {
    for (const { path, bodies } of createPairs()) {
      for (let round = 0; round < roundCount; round += 1) {
        const [one, other] = bodies(round);
        const answers = await Promise.all([api.put(path, one), api.put(path, other)]);
        expect(
          answers.map(({ status }) => status),
          path,
        ).to.deep.equal([200, 200]);
        const { record } = await api.get(path);
        for (const body of [one, other]) expect(record, path).to.deep.include(mergeBody(record, body));
      }
    }
  });
});

/** Merges a body's nested fields into the record's, as PUT does. */
function mergeBody(record: object, body: object): object {
  const entries = Object.entries(body).map(([field, value]) => {
    const isNested = typeof value === 'object' && value !== null;
    return [field, isNested ? { ...Reflect.get(record, field), ...value } : value];
  });
  return Object.fromEntries(entries);
}
