import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';

const photo = '/media/file_live_1.jpg';

describe('gateway media files', () => {
  const gateway = useFixture(startGatewayFixture);

  function answerPhoto(): void {
    gateway().stub.answer = (_request, response) => {
      const headers = { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=31536000, immutable' };
      response.writeHead(200, { ...headers, 'set-cookie': 'a=b' }).end('bytes');
    };
  }

  it('are served on the API hosts without cookies, for any site, and can run no code', async () => {
    answerPhoto();
    for (const host of [gateway().live, gateway().sandbox]) {
      const reply = await sendRequest(`${host}${photo}`, { headers: { cookie: 'a=b', authorization: 'Bearer x' } });
      expect([reply.status, reply.text]).to.deep.equal([200, 'bytes']);
      expect(reply.headers).to.include({
        'content-type': 'image/jpeg',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
      });
      expect(reply.headers).to.not.include.any.keys('set-cookie');
      expect(gateway().stub.last.headers).to.not.include.any.keys('cookie', 'authorization');
    }
  });

  it("are not served on the dashboard's host, where sessions have cookies", async () => {
    answerPhoto();
    expect((await sendRequest(`${gateway().auth}${photo}`)).status).to.equal(404);
  });

  it("do not count against the address's limit", async () => {
    answerPhoto();
    const remaining = async () => (await sendRequest(`${gateway().live}${photo}`)).headers['x-ratelimit-remaining'];
    const before = await remaining();
    expect(Number(before)).to.be.above(0);
    expect(await remaining()).to.equal(before);
  });

  it('have plain one-segment paths, and can only be read', async () => {
    answerPhoto();
    for (const path of ['/media/', '/media/a/b', '/media/%2e%2e%2fa']) {
      expect((await sendRequest(`${gateway().live}${path}`)).status, path).to.equal(404);
    }
    const reply = await sendRequest(`${gateway().live}${photo}`, { method: 'POST' });
    expect([reply.status, reply.headers.allow]).to.deep.equal([405, 'GET, HEAD']);
  });
});
