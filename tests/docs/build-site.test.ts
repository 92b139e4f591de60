import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSite } from '@plotline/docs/build-site';
import { expect } from 'chai';
import { startGatewayFixture } from '../gateway/support/gateway-fixture.js';
import { sendRequest } from '../gateway/support/http-client.js';
import { servicesFolder } from '../gateway/support/served-document.js';
import { useFixture } from '../support/use-fixture.js';

describe('the built documentation pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plotline-site-'));
  const gone = join(folder, 'api', 'operations', 'gone.html');
  before(() => {
    mkdirSync(join(folder, 'api', 'operations'), { recursive: true });
    writeFileSync(gone, 'x');
    buildSite(folder);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  const gateway = useFixture(() => startGatewayFixture({}, { DOCS: folder, CONTRACTS: servicesFolder }));

  it('replace the pages of the previous build', () => {
    expect(existsSync(gone)).to.equal(false);
    expect(readFileSync(join(folder, 'api', 'index.html'), 'utf8')).to.include('<!doctype html>');
  });

  it("show the gateway's addresses on every linked page", async () => {
    const seen = new Set(['/docs', '/docs/search.json']);
    for (const path of seen) {
      const { status, text } = await sendRequest(gateway().live + path);
      expect(status, path).to.equal(200);
      expect(text, path).to.not.match(/plotline\.invalid|<!--/);
      for (const [, address = ''] of text.matchAll(/<a href="(\/[^"#]+)/g)) seen.add(address);
    }
    expect(seen.size).to.be.above(60);
    const { text } = await sendRequest(`${gateway().live}/docs/operations/createLead`);
    expect(text).to.include('http://localhost:8080/v1/leads');
  });
});
