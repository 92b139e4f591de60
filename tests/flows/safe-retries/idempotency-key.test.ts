import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { ApiClient } from '../../support/api-client.js';
import { allRecords } from '../../support/contract/all-records.js';
import { requestFor, send } from '../../support/contract/request.js';
import { type ServedOperation, servedOperations } from '../../support/contract/served-contract.js';
import { eventually } from '../../support/eventually.js';
import { type Receiver, startReceiver } from '../../support/receiver.js';
import { system } from '../../support/system.js';
import { newWholePortfolio, type WholePortfolio } from '../../support/whole-portfolio.js';
import { newKey, newWorkspace, type TestWorkspace } from '../../support/workspace.js';

const repeats = 50;
/** Of bulk calls; they have a low limit of their own. */
const bulkRepeats = 5;

describe('an Idempotency-Key', function () {
  this.timeout(180_000);
  let workspace: TestWorkspace;
  let own: WholePortfolio;
  let receiver: Receiver;
  let operations: readonly ServedOperation[];
  let creations: readonly ServedOperation[];

  before(async () => {
    receiver = await startReceiver();
    workspace = await newWorkspace();
    own = await newWholePortfolio(workspace.api, receiver.url);
    operations = await servedOperations(system().urls.api);
    creations = operations.filter(({ method, statuses }) => method === 'POST' && statuses.includes(201));
  });

  after(() => receiver.close());

  const lead = () => ({ name: 'Once', email: `once.${randomUUID()}@example.com` });
  const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });
  const totalOf = async (path: string) => {
    const { body } = await workspace.api.get(path);
    return Number(Reflect.get(Object(Reflect.get(Object(body), 'meta')), 'total'));
  };

  /** The list that a creation adds to. */
  function listOf({ path }: ServedOperation): string {
    const list = path.endsWith('/notes') ? path.replace(/notes$/, 'activity') : path.replace(/\/bulk$/, '');
    const operation = operations.find((one) => one.method === 'GET' && one.path === list);
    if (!operation) throw new Error(`There is no list for POST ${path}.`);
    return requestFor(operation, own).path;
  }

  it('makes one record of many equal requests at once, and gives them all the same answer', async () => {
    expect(creations.length).above(5);
    for (const creation of creations) {
      const before = await totalOf(listOf(creation));
      const request = requestFor(creation, own);
      const headers = keyed();
      const count = creation.path.endsWith('/bulk') ? bulkRepeats : repeats;
      const answers = await Promise.all(Array.from({ length: count }, () => send(workspace.api, request, headers)));
      const texts = new Set(answers.map(({ status, text }) => `${status} ${text}`));
      expect([...texts], creation.name).length(1);
      expect(answers[0]?.status, creation.name).equal(201);
      const replays = answers.filter((one) => one.headers.get('idempotency-replayed') === 'true');
      expect(replays, creation.name).length(count - 1);
      expect(await totalOf(listOf(creation)), creation.name).equal(before + 1);
    }
  });

  /** What `read` says once it says the same twice: a delivery that was asked for takes its time. */
  async function settled<T>(read: () => Promise<T>): Promise<T> {
    return eventually(async () => {
      const first = await read();
      await sleep(100);
      expect(await read()).eql(first);
      return first;
    });
  }

  it('replays every POST of the contract, also much later ones, and does nothing again', async () => {
    const portfolio = await newWholePortfolio(workspace.api, receiver.url);
    const posts = operations.filter(({ method, path }) => method === 'POST' && !path.endsWith('/test'));
    for (const post of posts) {
      const request = requestFor(post, portfolio);
      const headers = keyed();
      const first = await send(workspace.api, request, headers);
      expect(first.status, `${post.name}: ${first.text}`).within(200, 299);
      expect(first.headers.get('idempotency-replayed'), post.name).equal(null);
      const records = await settled(() => allRecords(workspace.api, operations, portfolio));
      const again = await send(workspace.api, request, headers);
      expect([again.status, again.text], post.name).eql([first.status, first.text]);
      expect(again.headers.get('idempotency-replayed'), post.name).equal('true');
      expect(await allRecords(workspace.api, operations, portfolio), post.name).eql(records);
    }
  });

  it('is refused for another body, and for another address', async () => {
    const { api } = workspace;
    const headers = keyed();
    const body = lead();
    expect((await api.post('/v1/leads', body, headers)).status).equal(201);
    const before = await settled(() => allRecords(api, operations, own));
    const others = [
      await api.post('/v1/leads', { ...body, name: 'Twice' }, headers),
      await api.post('/v1/leads?on_duplicate=return', body, headers),
      await api.post('/v1/leads/bulk', { leads: [body] }, headers),
      await api.post('/v1/teams', { name: 'Another part of the system' }, headers),
    ];
    expect(others.map(({ status }) => status)).eql([422, 422, 422, 422]);
    expect(await allRecords(api, operations, own)).eql(before);
  });

  it('is that of one credential: another key of the workspace may use the same', async () => {
    const { key } = await newKey(workspace.id, 'live');
    const headers = keyed();
    const body = lead();
    const first = await workspace.api.post('/v1/leads', body, headers);
    const second = await new ApiClient(system().urls.api, key).post('/v1/leads', body, headers);
    expect([first.status, second.status]).eql([201, 201]);
    expect(second.record.id).not.equal(first.record.id);
  });

  it('keeps no refusal: the request may be corrected', async () => {
    const headers = keyed();
    expect((await workspace.api.post('/v1/leads', { name: 'No address' }, headers)).status).equal(422);
    expect((await workspace.api.post('/v1/leads', lead(), headers)).status).equal(201);
  });

  it('of no or too many characters is 422', async () => {
    for (const key of ['', 'x'.repeat(256)]) {
      const refused = await workspace.api.post('/v1/leads', lead(), keyed(key));
      expect([refused.status, refused.error.details?.[0]?.field]).eql([422, 'Idempotency-Key']);
    }
  });
});
