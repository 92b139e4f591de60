import { expect } from 'chai';
import nock from 'nock';
import { useFixture } from '../../../support/use-fixture.js';
import { startConnect } from '../../support/connect.js';
import { signatureSecrets, toDocumensoBody, useDocumenso } from '../../support/signatures.js';

const empty = { data: [], count: 0, currentPage: 1, perPage: 1, totalPages: 0 };

describe('a connection to Documenso', () => {
  const connect = useFixture(startConnect);
  const as = { workspaceId: 'ws_documenso' };
  const post = (settings: object = {}) =>
    connect().request('POST', '/v1/connections', { as, body: toDocumensoBody(settings) });

  afterEach(() => {
    expect(nock.pendingMocks()).to.deep.equal([]);
  });

  it("is checked against Documenso's cloud, and shows no token", async () => {
    useDocumenso().get('/envelope?perPage=1').matchHeader('authorization', signatureSecrets.token).reply(200, empty);
    const { status, body } = await post();
    expect(status, JSON.stringify(body)).to.equal(201);
    expect(body).to.deep.include({ category: 'e_signature', credentials_hint: 'api_…dddd' });
    expect(JSON.stringify(body)).to.not.include(signatureSecrets.token);
  });

  it("is checked against the customer's server", async () => {
    useDocumenso('https://sign.example.com').get('/envelope?perPage=1').reply(200, empty);
    expect((await post({ url: 'https://sign.example.com/documenso' })).status).to.equal(201);
  });

  it('needs its token again when the server changes', async () => {
    useDocumenso().get('/envelope?perPage=1').reply(200, empty);
    const { body: connection } = await post();
    const settings = { url: 'https://sign.example.com' };
    const put = (body: object) => connect().request('PUT', `/v1/connections/${connection.id}`, { as, body });
    const refused = await put({ settings });
    expect([refused.status, refused.body.details]).to.deep.equal([
      422,
      [{ field: 'credentials.api_token', message: 'is required again when the server changes' }],
    ]);
    useDocumenso('https://sign.example.com').get('/envelope?perPage=1').reply(200, empty);
    const moved = await put({ settings, credentials: { api_token: signatureSecrets.token } });
    expect([moved.status, moved.body.settings]).to.deep.equal([200, settings]);
  });

  it('is refused for a server with a private address or without https', async () => {
    const hidden = await post({ url: 'https://sign.private.example' });
    expect(hidden.status).to.equal(422);
    expect(hidden.body.details).to.deep.equal([
      { field: 'settings.url', message: 'The address is private or reserved.' },
    ]);
    expect((await post({ url: 'http://sign.example.com' })).body.details[0].field).to.equal('settings.url');
  });

  it('is refused if Documenso refuses its credentials, and answers 503 if Documenso does not respond', async () => {
    useDocumenso().get('/envelope?perPage=1').reply(401, { code: 'UNAUTHORIZED' });
    const refused = await post();
    expect(refused.body.details).to.deep.equal([
      { field: 'credentials', message: 'Documenso refused the credentials.' },
    ]);
    useDocumenso().get('/envelope?perPage=1').replyWithError(new Error('reset'));
    expect((await post()).status).to.equal(503);
  });
});
