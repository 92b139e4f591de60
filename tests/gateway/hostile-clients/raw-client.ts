import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import type { GatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';

/** Connection for raw bytes, and everything that was received on it. */
export class RawClient {
  readonly #socket: Socket;
  readonly #chunks: Buffer[] = [];
  isClosed = false;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#socket = connect(Number(port), hostname);
    this.#socket.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      this.isClosed = true;
    });
  }

  get received(): string {
    return Buffer.concat(this.#chunks).toString('latin1');
  }

  /** Statuses of all answers so far, in order. */
  get statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  }

  write(text: string): this {
    this.#socket.write(text, 'latin1');
    return this;
  }

  /** Stops reading, so that the server must buffer its output. */
  stopReading(): this {
    this.#socket.pause();
    return this;
  }

  /** Ends the connection with a TCP reset. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Resolves to the statuses of all answers once the server has closed the connection. */
  async readToClose(): Promise<number[]> {
    if (!this.isClosed) await once(this.#socket, 'close', { signal: AbortSignal.timeout(20_000) });
    return this.statuses;
  }
}

/** Fails unless a well-behaved client gets answers on all three ports. */
export async function expectHealthy({ live, sandbox, auth, verification, stub }: GatewayFixture): Promise<void> {
  stub.reset();
  const modes = [
    [live, 'live'],
    [sandbox, 'sandbox'],
  ] as const;
  for (const [url, mode] of modes) {
    const key = verification.createKey(['admin'], { mode });
    expect((await sendRequest(`${url}/v1/leads/1`, { key })).status).to.equal(200);
  }
  expect((await sendRequest(`${auth}/auth/login`)).status).to.equal(200);
}
