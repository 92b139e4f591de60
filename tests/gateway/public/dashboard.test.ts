import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { readTiles } from '@plotline/gateway/public/map-tiles';
import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';

const folder = mkdtempSync(join(tmpdir(), 'plotline-dashboard-'));

function build(): void {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<!doctype html><head><title>Dashboard</title></head>');
  writeFileSync(join(folder, 'assets', 'index-a1.js'), 'console.log(1);');
  writeFileSync(join(folder, 'assets', 'index-a1.js.br'), brotliCompressSync('console.log(1);'));
  writeFileSync(join(folder, 'assets', 'secret.env'), 'x');
}

describe("the dashboard's files", () => {
  before(build);
  after(() => rmSync(folder, { recursive: true, force: true }));
  const gateway = useFixture(() => startGatewayFixture({}, { DASHBOARD: folder }));
  const ask = (path: string, method = 'GET') =>
    sendRequest(`${gateway().auth}${path}`, { method, headers: { 'accept-encoding': 'gzip' } });

  it('consist of one page for all addresses, which browsers revalidate each time', async () => {
    for (const path of ['/dashboard/', '/dashboard/ws_1/live/pipeline', '/dashboard/x?return=/assets/']) {
      const reply = await ask(path);
      expect(reply.status, path).to.equal(200);
      expect(reply.headers).to.include({
        'cache-control': 'no-cache',
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'gzip',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      const policy = reply.headers['content-security-policy'];
      expect(policy).to.include("default-src 'none'").and.include("frame-ancestors 'none'");
      expect(policy).to.not.include('unsafe');
    }
  });

  it('are cached forever when their names contain a hash', async () => {
    const reply = await ask('/dashboard/assets/index-a1.js');
    expect(reply.headers).to.include({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
    });
    expect((await ask('/dashboard/assets/index-a1.js', 'HEAD')).status).to.equal(200);
  });

  it('are sent as the build compressed them to browsers that accept Brotli, with their own ETag', async () => {
    const read = async (accepted: string) => {
      const headers = { 'accept-encoding': accepted };
      const reply = await fetch(`${gateway().auth}/dashboard/assets/index-a1.js`, { headers });
      expect(reply.headers.get('vary')).to.equal('Accept-Encoding');
      expect(await reply.text()).to.equal('console.log(1);');
      return { encoding: reply.headers.get('content-encoding'), tag: reply.headers.get('etag') };
    };
    const replies = await Promise.all(['gzip, deflate, br', 'br;q=0, gzip', 'identity'].map(read));
    expect(replies.map(({ encoding }) => encoding)).to.deep.equal(['br', 'gzip', null]);
    expect(new Set(replies.map(({ tag }) => tag)).size).to.equal(3);
    expect((await ask('/dashboard/assets/index-a1.js.br')).status).to.equal(404);
  });

  it('are served only if they belong to the build', async () => {
    for (const name of ['index-b2.js', 'secret.env', '..%2f..%2fpackage.json', '..%2findex.html', '']) {
      const target = `/dashboard/assets/${name}`;
      expect((await ask(target)).status, target).to.equal(404);
    }
    expect((await ask('/dashboard/', 'POST')).status).to.equal(405);
  });

  it("do not count against the address's limit, because an office may share an address", async () => {
    const remaining = async () => (await ask('/dashboard/assets/index-a1.js')).headers['x-ratelimit-remaining'];
    const before = await remaining();
    expect(Number(before)).to.be.above(0);
    for (let visit = 0; visit < 5; visit += 1) await ask('/dashboard/');
    expect(await remaining()).to.equal(before);
  });

  it('are reached from /dashboard by a redirect', async () => {
    const reply = await ask('/dashboard');
    expect([reply.status, reply.headers.location]).to.deep.equal([302, '/dashboard/']);
  });
});

describe("the dashboard's Content-Security-Policy", () => {
  before(build);
  const plain = useFixture(() => startGatewayFixture({}, { DASHBOARD: folder }));
  const tiles = 'https://tiles.example.com/{z}/{x}/{y}.png';
  const attribution = '© "Map" authors';
  const mapped = useFixture(() =>
    startGatewayFixture({}, { DASHBOARD: folder, MAP_TILES_URL: tiles, MAP_TILES_ATTRIBUTION: attribution }),
  );
  const policyOf = async (host: string) => (await sendRequest(`${host}/dashboard/`)).headers['content-security-policy'];

  it('allows images from the API host, and only the configured host for map tiles', async () => {
    expect(await policyOf(plain().auth)).to.include("img-src 'self' data: http://localhost:8080; ");
    expect(await policyOf(plain().auth)).to.include("connect-src 'self'; ");
    expect(await policyOf(mapped().auth)).to.include("connect-src 'self' https://tiles.example.com; ");
  });

  it('is sent with a page that contains these hosts, escaped', async () => {
    const { text } = await sendRequest(`${mapped().auth}/dashboard/`);
    expect(text).to.include('<meta name="media-origin" content="http://localhost:8080" />');
    expect(text).to.include(`<meta name="map-tiles" content="${tiles}" />`);
    expect(text).to.include('<meta name="map-attribution" content="© &quot;Map&quot; authors" />');
  });

  it('requires a valid address for map tiles', () => {
    const config = { MAP_TILES_URL: 'https://tiles.example.com/', MAP_TILES_ATTRIBUTION: '' };
    expect(() => readTiles(config)).to.throw(/^MAP_TILES_URL must be/);
  });
});

describe('a gateway whose dashboard was not built', () => {
  const gateway = useFixture(() => startGatewayFixture({}, { DASHBOARD: join(folder, 'missing') }));

  it('starts, and says under /dashboard/ that the dashboard was not built', async () => {
    const reply = await sendRequest(`${gateway().auth}/dashboard/`);
    expect(reply.status).to.equal(404);
    expect(reply.text).to.include('The dashboard was not built on this host.');
  });
});
