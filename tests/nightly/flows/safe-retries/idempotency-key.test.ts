import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { type ApiAnswer, ApiClient } from '../../../support/api-client.js';
import { allRecords } from '../../../support/contract/all-records.js';
import { type ApiRequest, requestFor, send } from '../../../support/contract/request.js';
import type { ServedOperation } from '../../../support/contract/served-contract.js';
import { eventually } from '../../../support/eventually.js';
import { readTotal } from '../../../support/listings-and-leads.js';
import { newOAuthApp, type OAuthApp } from '../../../support/oauth-app.js';
import { newPerson } from '../../../support/person.js';
import type { Receiver } from '../../../support/receiver.js';
import { system } from '../../../support/system.js';
import { useFixture } from '../../../support/use-fixture.js';
import { newWholePortfolio, type WholePortfolio } from '../../../support/whole-portfolio.js';
import { newKey, type TestWorkspace } from '../../../support/workspace.js';
import { startContractFixture } from '../contract-fixture.js';

const repeatCount = 20;
/** Operations that can run only once on a portfolio, or not at all. */
const unrepeatable =
  /\/(test|cancel|undo|transfer|deposit|merge|payments|payment-link|emails|send|syncs|retry|void|signed|confirm)$/;
/** Bulk operations have their own low rate limit. */
const bulkRepeatCount = 5;

type Records = Awaited<ReturnType<typeof allRecords>>;

describe('Idempotency-Key', () => {
  const fixture = useFixture(startContractFixture);
  let workspace: TestWorkspace;
  let own: WholePortfolio;
  let receiver: Receiver;
  let operations: readonly ServedOperation[];
  let creations: readonly ServedOperation[];

  before(async () => {
    ({ workspace, own, receiver, operations } = fixture());
    // A workspace has one feed, and a key has one calendar. Emails and payment links are not in any list.
    const isOfMany = ({ path }: ServedOperation) =>
      !/^\/v1\/(feed|tasks\/calendar)$|\/(emails|payment-link)$/.test(path);
    creations = operations
      .filter(({ method, statuses }) => method === 'POST' && statuses.includes(201))
      .filter(isOfMany);
  });

  /** Repeats a request that was refused because it waited too long for the first equal request or for other uploads. */
  async function sendPatiently(request: ApiRequest, headers: ReturnType<typeof createHeaders>): Promise<ApiAnswer> {
    const answer = await send(workspace.api, request, headers);
    const isEarly =
      answer.text.includes('"reason":"idempotency_key_in_use"') || answer.text.includes('are running at the same time');
    if (!isEarly) return answer;
    await sleep(100);
    return sendPatiently(request, headers);
  }

  const createLeadBody = () => ({ name: 'Once', email: `once.${randomUUID()}@example.com` });
  const createHeaders = (key: string = randomUUID()) => ({ 'idempotency-key': key });
  const countRecords = async (path: string) => Number(await readTotal(workspace.api, path));

  /** Returns the path of the list that a created record is added to. */
  function findListPath({ path }: ServedOperation): string {
    if (path.endsWith('}/documents')) return '/v1/documents';
    const list = path.endsWith('/notes') ? path.replace(/notes$/, 'activity') : path.replace(/\/bulk$/, '');
    const operation = operations.find((one) => one.method === 'GET' && one.path === list);
    if (!operation) throw new Error(`There is no list for POST ${path}.`);
    return requestFor(operation, own).path;
  }

  it('creates one record for many identical concurrent requests, and gives all of them the same response', async () => {
    expect(creations.length).to.be.above(5);
    for (const creation of creations) {
      const before = await countRecords(findListPath(creation));
      const request = requestFor(creation, own);
      const headers = createHeaders();
      const count = creation.path.endsWith('/bulk') ? bulkRepeatCount : repeatCount;
      const answers = await Promise.all(Array.from({ length: count }, () => sendPatiently(request, headers)));
      const texts = new Set(answers.map(({ status, text }) => `${status} ${text}`));
      expect([...texts].slice(1), creation.name).to.deep.equal([]);
      expect(answers[0]?.status, creation.name).to.equal(201);
      const replays = answers.filter((one) => one.headers.get('idempotency-replayed') === 'true');
      expect(replays, creation.name).to.have.length(count - 1);
      expect(await countRecords(findListPath(creation)), creation.name).to.equal(before + 1);
    }
  });

  /**
   * Reads until no job is running and two consecutive reads agree, because an event from the request may still be in
   * transit.
   */
  async function readUntilStable(read: () => Promise<Records>): Promise<Records> {
    return eventually(async () => {
      const first = await read();
      for (const page of Object.values(first)) expect(page).not.to.match(/"status":"(queued|running)"/);
      await sleep(100);
      expect(await read()).to.deep.equal(first);
      return first;
    });
  }

  it('replays the response of every POST that accepts a key, without repeating its effect', async () => {
    const portfolio = await newWholePortfolio(workspace.api, receiver.url);
    // Excludes operations that the services' tests cover. The portfolio's jobs have ended and changed nothing, so none
    // can be cancelled or undone. A released hold can't be transferred, and a paid invoice can't be paid. With two
    // portfolios, a workspace has several connections of each kind.
    const posts = operations
      .filter(({ method, takesIdempotencyKey }) => method === 'POST' && takesIdempotencyKey)
      .filter(({ path }) => !unrepeatable.test(path));
    for (const post of posts) {
      const request = requestFor(post, portfolio);
      const headers = createHeaders();
      const first = await send(workspace.api, request, headers);
      expect(first.status, `${post.name}: ${first.text}`).to.be.within(200, 299);
      expect(first.headers.get('idempotency-replayed'), post.name).to.equal(null);
      // Repeats if a delivery was sent between the two reads. If a replay has an effect, it changes the records every
      // time.
      await eventually(async () => {
        const records = await readUntilStable(() => allRecords(workspace.api, operations, portfolio));
        const again = await send(workspace.api, request, headers);
        expect([again.status, again.text], post.name).to.deep.equal([first.status, first.text]);
        expect(again.headers.get('idempotency-replayed'), post.name).to.equal('true');
        expect(await allRecords(workspace.api, operations, portfolio), post.name).to.deep.equal(records);
      });
    }
  });

  it('answers 422 if it is used with a different body or a different address', async () => {
    const { api } = workspace;
    const headers = createHeaders();
    const body = createLeadBody();
    expect((await api.post('/v1/leads', body, headers)).status).to.equal(201);
    // Repeats if a delivery was sent between the two reads. If a refusal has an effect, it changes the records every
    // time.
    await eventually(async () => {
      const before = await readUntilStable(() => allRecords(api, operations, own));
      const others = [
        await api.post('/v1/leads', { ...body, name: 'Twice' }, headers),
        await api.post('/v1/leads?on_duplicate=return', body, headers),
        await api.post('/v1/leads/bulk', { leads: [body] }, headers),
        await api.post('/v1/teams', { name: 'Another part of the system' }, headers),
      ];
      expect(others.map(({ status }) => status)).to.deep.equal([422, 422, 422, 422]);
      expect(await allRecords(api, operations, own)).to.deep.equal(before);
    });
  });

  it("belongs to one API key, so that the workspace's other keys may use the same Idempotency-Key", async () => {
    const { key } = await newKey(workspace.id, 'live');
    const headers = createHeaders();
    const body = createLeadBody();
    const first = await workspace.api.post('/v1/leads', body, headers);
    const second = await new ApiClient(system().urls.api, key).post('/v1/leads', body, headers);
    expect([first.status, second.status]).to.deep.equal([201, 201]);
    expect(second.record.id).to.not.equal(first.record.id);
  });

  it("belongs to one of a person's credentials, so that each app they authorised may use the same Idempotency-Key", async () => {
    const owner = await newPerson(workspace, 'owner');
    const [one, other] = [await newOAuthApp(owner, ['write:leads']), await newOAuthApp(owner, ['write:leads'])];
    const newTokens = async (app: OAuthApp) => app.redeem(await app.code(owner, workspace.id, 'write:leads'));
    const [tokens, { accessToken }] = [await newTokens(one), await newTokens(other)];
    const headers = createHeaders();
    const body = createLeadBody();
    const post = (token: string, name: string) =>
      new ApiClient(system().urls.api, token).post('/v1/leads', { ...body, name }, headers);
    const first = await post(tokens.accessToken, 'Once');
    const answers = [first, await post(accessToken, 'Once'), await post(owner.token, 'Another')];
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201]);
    expect(new Set(answers.map(({ record }) => record.id))).to.have.property('size', 3);
    const again = await post((await one.refresh(tokens.refreshToken)).accessToken, 'Once');
    expect([again.text, again.headers.get('idempotency-replayed')]).to.deep.equal([first.text, 'true']);
  });

  it('is released when its request is refused, so that the request can be corrected', async () => {
    const headers = createHeaders();
    expect((await workspace.api.post('/v1/leads', { name: 'No address' }, headers)).status).to.equal(422);
    expect((await workspace.api.post('/v1/leads', createLeadBody(), headers)).status).to.equal(201);
  });

  it('answers 422 if it is empty or longer than 255 characters', async () => {
    for (const key of ['', 'x'.repeat(256)]) {
      const refused = await workspace.api.post('/v1/leads', createLeadBody(), createHeaders(key));
      expect([refused.status, refused.error.details?.[0]?.field]).to.deep.equal([422, 'Idempotency-Key']);
    }
  });
});
