import { createServer } from 'node:http';
import { assets } from '@plotline/auth/pages/api/assets';
import { sendPage } from '@plotline/auth/pages/api/send-page';
import { expect } from 'chai';
import { samplePages } from '../../../../auth/pages/api/sample-pages.js';
import { assertAccessible } from '../../../../support/browser/accessibility.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import { listenAnywhere } from '../../../../support/listen-anywhere.js';
import { useFixture } from '../../../../support/use-fixture.js';

const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 800 };
const looks = [
  { colorScheme: 'light', viewport: desktop },
  { colorScheme: 'light', viewport: phone },
  { colorScheme: 'dark', viewport: phone },
] as const;

/** Skips pages that redirect immediately, because axe can't check them in time. */
const names = Object.keys(samplePages).filter((name) => !samplePages[name]?.includes('http-equiv="refresh"'));

/** Serves the sample pages under their names, with the service's headers. */
async function startSampleServer() {
  const server = createServer((request, response) => {
    const asset = assets.get(request.url ?? '');
    if (asset) response.setHeader('content-type', asset.type).end(asset.body);
    else sendPage(response, samplePages[decodeURIComponent(request.url ?? '').slice(1)] ?? '');
  });
  const port = await listenAnywhere(server);
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: (name: string) => `http://127.0.0.1:${port}/${encodeURIComponent(name)}`, stop };
}

describe('Every page in a browser', function () {
  this.timeout(300_000);
  const server = useFixture(startSampleServer);
  const browser = useBrowser();

  for (const name of names) {
    it(`follows the axe rules and fits windows of 360 and 1280 pixels, in light and dark colours: ${name}`, async () => {
      const page = await browser().newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text());
      });
      await page.goto(server().url(name));
      for (const { colorScheme, viewport } of looks) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(viewport);
        // Waits for the transition between the two colour schemes to end.
        await page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))');
        await assertAccessible(page);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect(width, `${viewport.width} pixels`).to.be.at.most(viewport.width);
      }
      expect(faults).to.deep.equal([]);
      await page.close();
    });
  }
});
