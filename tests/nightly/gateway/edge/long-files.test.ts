import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect } from 'chai';
import { startGatewayFixture } from '../../../gateway/support/gateway-fixture.js';
import { sendRequest } from '../../../gateway/support/http-client.js';
import { eventually } from '../../../support/eventually.js';
import { useFixturePerTest } from '../../../support/use-fixture.js';

describe('long files through the gateway', () => {
  const gateway = useFixturePerTest(async () => {
    const fixture = await startGatewayFixture();
    Object.assign(fixture.context.transfers.limits, { lookIntervalMs: 50 });
    return fixture;
  });
  const isOver = ({ downloads, publicDownloads }: ReturnType<typeof gateway>['context']['transfers']) =>
    eventually(() => expect([downloads.inUse, publicDownloads.inUse]).to.deep.equal([0, 0]));

  const places = [
    ['a download', () => ({ url: `${gateway().auth}/downloads/token_1` })],
    [
      'an answer of the API',
      () => ({
        url: `${gateway().live}/v1/imports/imp_1/errors`,
        key: gateway().verification.createKey(['write:leads']),
      }),
    ],
  ] as const;

  for (const [title, place] of places) {
    const open = () => {
      const { url, key }: { readonly url: string; readonly key?: string } = place();
      const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
      return request(url, { agent: false, headers })
        .on('error', () => undefined)
        .end();
    };

    it(`may take longer than a request while bytes are transferred: ${title}`, async () => {
      let rest = 30;
      gateway().stub.answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/csv' });
        const timer = setInterval(() => {
          response.write('a,b\n');
          rest -= 1;
          if (rest > 0) return;
          clearInterval(timer);
          response.end();
        }, 100);
      };
      const { url, key }: { readonly url: string; readonly key?: string } = place();
      const reply = await gateway().withBudget(2_000, () => sendRequest(url, key === undefined ? {} : { key }));
      expect([reply.status, reply.text]).to.deep.equal([200, 'a,b\n'.repeat(30)]);
      await isOver(gateway().context.transfers);
    });

    it(`are cut off and detected as incomplete when the service stops: ${title}`, async () => {
      Object.assign(gateway().context.transfers.limits, { maxPauseMs: 300 });
      let isAborted = false;
      gateway().stub.answer = (_request, response) => {
        response.once('close', () => {
          isAborted = true;
        });
        response.writeHead(200, { 'content-type': 'text/csv' });
        response.write('x'.repeat(70_000));
        response.write('x'.repeat(70_000));
      };
      const [response] = await once(open(), 'response');
      const failure = await once(response.resume(), 'end').catch((error: Error) => error);
      expect(failure).to.have.property('code', 'ECONNRESET');
      await eventually(() => expect(isAborted).to.equal(true));
      await isOver(gateway().context.transfers);
    });

    it(`are cut off when the client reads too slowly, and are then no longer read from the service: ${title}`, async () => {
      Object.assign(gateway().context.transfers.limits, { maxPauseMs: 500 });
      let written = 0;
      let isAborted = false;
      gateway().stub.answer = (_request, response) => {
        response.once('close', () => {
          isAborted = true;
        });
        response.writeHead(200, { 'content-type': 'text/csv' });
        const more = () => {
          while (!isAborted && written < 500 && response.write(Buffer.alloc(1_000_000))) written += 1;
        };
        response.on('drain', () => {
          written += 1;
          more();
        });
        more();
      };
      const [response] = await once(open(), 'response');
      response.on('error', () => undefined).pause();
      await eventually(() => expect(isAborted).to.equal(true));
      expect(written).to.be.below(100);
      await isOver(gateway().context.transfers);
    });

    it(`are limited in number: ${title}`, async () => {
      gateway().stub.answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/csv' });
        response.write('x'.repeat(70_000));
        response.write('x'.repeat(70_000));
      };
      const { downloads, publicDownloads } = gateway().context.transfers;
      const responses: IncomingMessage[] = [];
      const opened = Array.from({ length: 12 }, () => open().on('response', (one) => responses.push(one)));
      await eventually(() => expect(responses).to.have.length(12));
      const refused = responses.filter(({ statusCode }) => statusCode === 429);
      expect(refused).to.have.length(title === 'a download' ? 4 : 8);
      expect(refused[0]?.headers).to.include({ 'retry-after': '5' });
      expect(downloads.inUse + publicDownloads.inUse).to.equal(12 - refused.length);
      for (const outgoing of opened) outgoing.destroy();
      await isOver(gateway().context.transfers);
    });
  }
});
