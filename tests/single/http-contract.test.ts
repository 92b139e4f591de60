import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { expect } from 'chai';
import { json } from 'express';
import { dispatch, type HttpTransport, httpTransports } from './http-transports.js';

/** More than Node and undici buffer between a client and a waiting server. */
const bytesInFlight = 8 * 1_048_576;

for (const [way, start] of Object.entries(httpTransports)) {
  describe(`a request to a service ${way}`, () => {
    let transport: HttpTransport;
    beforeEach(async () => {
      transport = await start();
    });
    afterEach(() => transport.close());

    it('has its method, path, headers and body', async () => {
      let seen: unknown;
      transport.answer = async (request, response) => {
        const { method, url, httpVersion, headers } = request;
        const { 'x-a': one, 'x-b': several, 'content-length': length, host } = headers;
        seen = {
          method,
          url,
          httpVersion,
          one,
          several,
          length,
          hasHost: host !== undefined,
          body: await text(request),
        };
        response.end();
      };
      const headers = ['x-a', '1', 'x-b', '2', 'x-b', '3'];
      await dispatch(transport, { method: 'POST', path: '/v1/a?b=%20c', headers, body: Buffer.from('ümlaut') });
      expect(seen).to.deep.equal({
        method: 'POST',
        url: '/v1/a?b=%20c',
        httpVersion: '1.1',
        one: '1',
        several: '2, 3',
        length: '7',
        hasHost: true,
        body: 'ümlaut',
      });
    });

    it('sends no body if it has none, even with a method that allows one', async () => {
      const lengths: unknown[] = [];
      transport.answer = ({ headers }, response) => {
        lengths.push(headers['content-length']);
        response.end();
      };
      for (const method of ['GET', 'DELETE', 'POST', 'PATCH'] as const) await dispatch(transport, { method });
      expect(lengths).to.deep.equal([undefined, undefined, '0', '0']);
    });

    it('is parsed as JSON, and refused when it is too large', async () => {
      const parse = json({ limit: 100, strict: false });
      transport.answer = (request, response) =>
        parse(request, response, (error?: unknown) => {
          response.writeHead(error ? 413 : 200).end();
        });
      const send = (length: number) => {
        const body = Buffer.from(JSON.stringify('x'.repeat(length)));
        return dispatch(transport, { method: 'POST', headers: ['content-type', 'application/json'], body });
      };
      expect([(await send(10)).status, (await send(200)).status]).to.deep.equal([200, 413]);
    });

    it('is answered with the status, the headers and the body', async () => {
      transport.answer = (_request, response) => {
        response.setHeader('set-cookie', ['a=1', 'b=2']);
        response.writeHead(201, { 'Content-Type': 'text/plain', 'X-One': '1' });
        response.write('one, ');
        response.end('zwei: ü');
      };
      const { status, headers, body } = await dispatch(transport);
      expect([status, body]).to.deep.equal([201, 'one, zwei: ü']);
      expect(headers).to.deep.include({ 'set-cookie': ['a=1', 'b=2'], 'content-type': 'text/plain', 'x-one': '1' });
    });

    it('gets no body with HEAD, 204 or 304, but the length that GET would have', async () => {
      const answers: readonly ((response: ServerResponse) => void)[] = [
        (response) => response.setHeader('content-length', 5).end('12345'),
        (response) => response.writeHead(204).end(),
        (response) => response.writeHead(304, { etag: '"1"' }).end(),
      ];
      const outcomes: unknown[] = [];
      for (const [index, answer] of answers.entries()) {
        transport.answer = (_request, response) => answer(response);
        const { status, body, error, headers } = await dispatch(transport, { method: index === 0 ? 'HEAD' : 'GET' });
        outcomes.push([status, body, error, headers['content-length'] ?? headers.etag]);
      }
      expect(outcomes).to.deep.equal([
        [200, '', null, '5'],
        [204, '', null, undefined],
        [304, '', null, '"1"'],
      ]);
    });

    it('streams its body as fast as the service reads it', async () => {
      let sent = 0;
      const source = new Readable({
        highWaterMark: 65_536,
        read() {
          sent += 65_536;
          this.push(sent > 2 * bytesInFlight ? null : Buffer.alloc(65_536));
        },
      });
      let sentBeforeRead = 0;
      let received = 0;
      transport.answer = async (request, response) => {
        expect(request.headers['transfer-encoding']).to.equal('chunked');
        let known = -1;
        while (known !== sent) {
          known = sent;
          for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        }
        sentBeforeRead = sent;
        for await (const chunk of request) received += chunk.length;
        response.end();
      };
      const { status } = await dispatch(transport, { method: 'POST', body: source });
      expect(status).to.equal(200);
      expect(sentBeforeRead).to.be.below(bytesInFlight);
      expect(received).to.equal(2 * bytesInFlight);
    });

    it("looks aborted to the service if its body breaks off, and fails with the body's error", async () => {
      const fault = new Error('The client broke off.');
      const body = new Readable({ read: () => undefined });
      body.push('a part');
      const broken = new Promise((resolve) => {
        transport.answer = (request) => {
          request.once('aborted', () => resolve(request.complete)).once('error', () => undefined);
          request.once('data', () => body.destroy(fault));
        };
      });
      const outcome = dispatch(transport, { method: 'POST', body });
      expect((await outcome).error).to.equal(fault);
      expect(await broken).to.equal(false);
    });

    it('can be answered before its body has ended, and the rest of the body is then not read', async () => {
      transport.answer = (_request, response) => void response.writeHead(413).end();
      const body = new Readable({ read: () => undefined });
      body.push('a part');
      body.on('error', () => undefined);
      const closed = once(body, 'close');
      expect((await dispatch(transport, { method: 'POST', body })).status).to.equal(413);
      await closed;
    });

    it('makes the service wait while the client pauses', async () => {
      let written = 0;
      const source = new Readable({
        highWaterMark: 65_536,
        read() {
          written += 65_536;
          this.push(written > 2 * bytesInFlight ? null : Buffer.alloc(65_536, 'a'));
        },
      });
      transport.answer = (_request, response) => void pipeline(source, response).catch(() => undefined);
      let isPaused = false;
      let writtenInPause = 0;
      const { body } = await dispatch(transport, {}, (controller, received) => {
        if (received === 0 || isPaused) return;
        isPaused = true;
        controller.pause();
        const resume = async () => {
          let known = -1;
          while (known !== written) {
            known = written;
            for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          }
          writtenInPause = written;
          controller.resume();
        };
        void resume();
      });
      expect(writtenInPause).to.be.below(bytesInFlight);
      expect(body).to.have.length(2 * bytesInFlight);
    });

    it("closes the service's response when the client aborts the request, and fails with the client's reason", async () => {
      let abort: (reason: Error) => void = () => undefined;
      const closed = new Promise<boolean>((resolve) => {
        transport.answer = (_request, response) => {
          response.once('close', () => resolve(response.writableFinished));
          response.write('a part');
          abort(new Error('The deadline has passed.'));
        };
      });
      const { error } = await dispatch(transport, {}, (controller) => {
        abort = (reason) => controller.abort(reason);
      });
      expect(error?.message).to.equal('The deadline has passed.');
      expect(await closed).to.equal(false);
    });

    it('fails when the service breaks off its response', async () => {
      transport.answer = (_request, response) => {
        response.writeHead(200, { 'content-length': 100 });
        response.write('a part', () => response.destroy());
      };
      const { error, isSent } = await dispatch(transport);
      expect(error).to.be.an('error');
      expect(isSent).to.equal(true);
    });

    it('fails when the response is shorter than its declared length', async () => {
      transport.answer = (_request, response) => {
        response.writeHead(200, { 'content-length': 100, connection: 'close' });
        response.end('short');
      };
      expect((await dispatch(transport)).error).to.be.an('error');
    });

    it('notifies the service when its response has finished and closed', async () => {
      const events: string[] = [];
      const closed = new Promise<void>((resolve) => {
        transport.answer = (_request, response) => {
          response.once('finish', () => events.push('finish'));
          response.once('close', () => {
            events.push('close');
            resolve();
          });
          response.end('done');
        };
      });
      await dispatch(transport);
      await closed;
      expect(events).to.deep.equal(['finish', 'close']);
    });

    it('is not sent if nothing listens at the address', async () => {
      await transport.close();
      const { error, isSent } = await dispatch(transport);
      expect(error).to.be.an('error');
      expect(isSent).to.equal(false);
    });
  });
}
