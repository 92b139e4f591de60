import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.js';
import { requestFor } from '../../support/contract/request.js';
import { type ServedOperation, servedOperations } from '../../support/contract/served-contract.js';
import { type Receiver, startReceiver } from '../../support/receiver.js';
import { system } from '../../support/system.js';
import { newWholePortfolio, type WholePortfolio } from '../../support/whole-portfolio.js';
import { newWorkspace } from '../../support/workspace.js';

const rounds = 20;

interface Pair {
  readonly path: string;
  /** Two bodies of different fields, new in every round. */
  readonly bodies: (round: number) => readonly [object, object];
}

describe('a lost update', function () {
  this.timeout(180_000);
  let api: ApiClient;
  let own: WholePortfolio;
  let receiver: Receiver;
  let operations: readonly ServedOperation[];

  before(async () => {
    receiver = await startReceiver();
    api = (await newWorkspace()).api;
    own = await newWholePortfolio(api, receiver.url);
    operations = await servedOperations(system().urls.api);
  });

  after(() => receiver.close());

  const recordReads = () =>
    operations.filter(({ method, path }) => method === 'GET' && path.endsWith('}')).map((one) => requestFor(one, own));
  const writes = (method: string) => operations.filter((one) => one.method === method && one.path.endsWith('}'));

  async function tagOf(path: string): Promise<string> {
    const tag = (await api.get(path)).headers.get('etag');
    if (tag === null) throw new Error(`GET ${path} has no ETag.`);
    return tag;
  }

  it('can be seen: every record read has a strong ETag, the same until the record changes', async () => {
    expect(recordReads().length).above(7);
    for (const { path } of recordReads()) {
      const tag = await tagOf(path);
      expect(tag, path).match(/^"[^"]+"$/);
      expect(await tagOf(path), path).equal(tag);
      const known = await api.get(path, { 'if-none-match': tag });
      expect([known.status, known.text], path).eql([304, '']);
    }
  });

  it('does not come of putting back what was read', async () => {
    for (const put of writes('PUT')) {
      const { path } = requestFor(put, own);
      const tag = await tagOf(path);
      const { record } = await api.get(path);
      const answer = await api.put(path, record);
      expect(answer.status, `${path}: ${answer.text}`).equal(200);
      expect(await tagOf(path), path).equal(tag);
    }
  });

  it('is refused: PUT and DELETE with a stale If-Match are 412 and change nothing', async () => {
    for (const write of [...writes('PUT'), ...writes('DELETE')]) {
      const { path, body } = requestFor(write, own, { extent: 'whole' });
      const tag = await tagOf(path);
      const refused = await api.call(write.method, path, { body, headers: { 'if-match': '"of-another-version"' } });
      expect(refused.status, `${write.name}: ${refused.text}`).equal(412);
      expect(refused.error.code, write.name).equal('PRECONDITION_FAILED');
      expect(await tagOf(path), write.name).equal(tag);
    }
  });

  it('is refused to the later of two who read the same version', async () => {
    for (const { path, bodies } of pairs()) {
      const headers = { 'if-match': await tagOf(path) };
      const [mine, yours] = bodies(-1);
      const statuses = (await Promise.all([api.put(path, mine, headers), api.put(path, yours, headers)])).map(
        ({ status }) => status,
      );
      expect(statuses.sort(), path).eql([200, 412]);
      expect((await api.put(path, yours, { 'if-match': await tagOf(path) })).status, path).equal(200);
    }
  });

  const pairs = (): readonly Pair[] => [
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

  it('does not happen between two PUTs of different fields at once: both persist', async () => {
    for (const { path, bodies } of pairs()) {
      for (let round = 0; round < rounds; round += 1) {
        const [one, other] = bodies(round);
        const answers = await Promise.all([api.put(path, one), api.put(path, other)]);
        expect(
          answers.map(({ status }) => status),
          path,
        ).eql([200, 200]);
        const { record } = await api.get(path);
        for (const body of [one, other]) expect(record, path).to.deep.include(merged(record, body));
      }
    }
  });
});

/** The fields of a body, nested ones merged into those of the record, as PUT does. */
function merged(record: object, body: object): object {
  const entries = Object.entries(body).map(([field, value]) => {
    const isNested = typeof value === 'object' && value !== null;
    return [field, isNested ? { ...Reflect.get(record, field), ...value } : value];
  });
  return Object.fromEntries(entries);
}
