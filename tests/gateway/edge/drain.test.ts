import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { answerJson } from '../support/stub-service.js';

const mebibyte = 1_048_576;

/** Encodes one chunk of a chunked body. */
function encodeChunk(size: number): string {
  return `${size.toString(16)}\r\n${'a'.repeat(size)}\r\n`;
}

/** Raw connection, and everything that was received on it. */
class Connection {
  readonly #socket: Socket;
  #received = '';
  isClosed = false;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#socket = connect(Number(port), hostname);
    this.#socket.on('data', (data) => {
      this.#received += data;
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      this.isClosed = true;
    });
  }

  get received(): string {
    return this.#received;
  }

  /** Resolves when the text is sent, or can't be sent because the server has closed the connection. */
  write(text: string): Promise<void> {
    return new Promise((resolve) => this.#socket.write(text, () => resolve()));
  }

  close(): void {
    this.#socket.destroy();
  }
}

describe('gateway with a body that is not read to its end', () => {
  const gateway = useFixture(startGatewayFixture);
  let key: string;
  let connection: Connection;
  before(async () => {
    key = gateway().verification.createKey(['admin']);
  });
  beforeEach(() => {
    gateway().stub.reset();
    connection = new Connection(gateway().live);
  });
  afterEach(() => connection.close());

  const head = (...headers: string[]) =>
    ['POST /v1/leads HTTP/1.1', 'Host: x', `Authorization: Bearer ${key}`, ...headers, '', ''].join('\r\n');
  const next = () => `GET /v1/leads/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  const expectNextAnswerOrClose = () =>
    eventually(() => {
      const isAnswered = /\r\n\r\n[\s\S]*HTTP\/1\.1 200 /.test(connection.received);
      const isClosed = connection.isClosed && /\r\nConnection: close\r\n/i.test(connection.received);
      expect(isAnswered || isClosed, connection.received).to.equal(true);
    });

  for (const megabytes of [1.3, 2, 5, 30]) {
    it(`refuses ${megabytes} MiB in chunks with 413, then answers the next request or closes the connection`, async () => {
      await connection.write(head('Transfer-Encoding: chunked'));
      for (let left = megabytes * mebibyte; left > 0 && !connection.isClosed; left -= 65_536) {
        await connection.write(encodeChunk(65_536));
      }
      await connection.write('0\r\n\r\n');
      await connection.write(next());
      await eventually(() => expect(connection.received).to.match(/^HTTP\/1\.1 413 /));
      await expectNextAnswerOrClose();
      expect(gateway().stub.received.filter(({ method }) => method === 'POST')).to.deep.equal([]);
    });
  }

  it('sends its 413 while the client is still sending, and eventually closes the connection', async () => {
    await connection.write(head('Transfer-Encoding: chunked'));
    await connection.write(encodeChunk(2 * mebibyte));
    await eventually(() =>
      expect(connection.received)
        .to.match(/^HTTP\/1\.1 413 /)
        .and.match(/"PAYLOAD_TOO_LARGE"/),
    );
    expect(connection.received).to.match(/\r\nConnection: close\r\n/i);
    for (let sent = 0; sent < 64 && !connection.isClosed; sent += 1) await connection.write(encodeChunk(mebibyte));
    await eventually(() => expect(connection.isClosed).to.equal(true));
  });

  it('refuses a length beyond the drain limits with 413 and Connection: close', async () => {
    await connection.write(head(`Content-Length: ${100 * mebibyte}`));
    await eventually(() => expect(connection.received).to.match(/^HTTP\/1\.1 413 [\s\S]*\r\nConnection: close\r\n/i));
    for (let sent = 0; sent < 64 && !connection.isClosed; sent += 1) await connection.write('a'.repeat(mebibyte));
    await eventually(() => expect(connection.isClosed).to.equal(true));
  });

  for (const how of ['in chunks', 'with a length']) {
    it(`does not block the connection when the service responds early, ${how}`, async () => {
      gateway().stub.answerEarly = answerJson(400, '{"code":"BAD_REQUEST","message":"No."}');
      const size = 15 * 65_536;
      await connection.write(head(how === 'in chunks' ? 'Transfer-Encoding: chunked' : `Content-Length: ${size}`));
      for (let sent = 0; sent < 15 && !connection.isClosed; sent += 1) {
        await connection.write(how === 'in chunks' ? encodeChunk(65_536) : 'a'.repeat(65_536));
      }
      if (how === 'in chunks') await connection.write('0\r\n\r\n');
      await eventually(() => expect(connection.received).to.match(/^HTTP\/1\.1 400 /));
      gateway().stub.answerEarly = null;
      await connection.write(next());
      await expectNextAnswerOrClose();
    });
  }

  it('closes the connection without a second response when the body never arrives', async () => {
    const { api } = gateway().gateway.servers;
    const opened = new Promise<Socket>((resolve) => {
      api.once('request', ({ socket }) => resolve(socket));
    });
    await connection.write('POST /v1/leads HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
    const served = await opened;
    await eventually(() => expect(connection.received).to.match(/^HTTP\/1\.1 401 /));
    const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    api.emit('clientError', late, served);
    await eventually(() => expect(connection.isClosed).to.equal(true));
    expect(connection.received.match(/HTTP\/1\.1/g)).to.have.length(1);
  });
});
