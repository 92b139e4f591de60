import { type ChannelModel, connect } from 'amqplib';
import type { Logger } from 'pino';
import { maxHeldBack } from './write-together.js';

/** Seconds. A connection on which nothing came for two intervals is dead: that is how a frozen broker is noticed. */
const heartbeatSeconds = 5;

export interface ConnectionOptions {
  readonly url: string;
  /** What the connection is for, in the log. */
  readonly purpose: string;
  readonly log: Logger;
  /** Builds all that the connection has; `reconnect` closes it, to have all of it built anew. */
  readonly setup: (model: ChannelModel, reconnect: () => void) => Promise<void>;
  /** The connection is lost; `setup` follows, when the broker can be reached. */
  readonly onLost: () => void;
}

function withHeartbeat(url: string): string {
  const address = new URL(url);
  if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', String(heartbeatSeconds));
  return address.href;
}

/** A connection that is made again whenever it is lost. */
export interface Connection {
  /** Makes it no more; resolves when the last one is closed, or lost. */
  close(): Promise<void>;
}

/** Begins to connect and returns at once. A lost connection is made again, with growing pauses of up to 0.3 seconds: events flow again soon after the broker is back. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { url, purpose, log, setup, onLost } = options;
  let closed: Promise<unknown> = Promise.resolve();

  const setUp = async (model: ChannelModel): Promise<void> => {
    let isClosing = false;
    closed = new Promise((resolve) => model.on('close', resolve));
    model.on('error', (error) => log.warn({ err: error, connection: purpose }, 'broker connection failed'));
    const reconnect = () => {
      if (isClosing) return;
      isClosing = true;
      onLost();
      void model.close().catch(() => undefined);
    };
    try {
      await setup(model, reconnect);
      if (isClosing) throw new Error('The connection was closed while it was set up.');
      log.info({ connection: purpose }, 'broker connected');
    } catch (error) {
      reconnect();
      // amqplib closes the connection again and waits for an answer, which does not come unless it is closed by then.
      await closed;
      throw error;
    }
  };

  const socketOptions = {
    timeout: 5_000,
    // A small frame would wait for the acknowledgement of the one before.
    noDelay: true,
    writableHighWaterMark: maxHeldBack,
  };
  const recovery = { initialDelay: 100, maxDelay: 300, waitForConnect: false, setup: setUp };
  const connection = await connect(withHeartbeat(url), { ...socketOptions, recovery });
  // Logged above; without a listener it would be thrown.
  connection.on('error', () => undefined);
  // It is tried again several times a second: the first time is told, also at a start.
  let isTold = false;
  connection.on('connect-failed', (error) => {
    log[isTold ? 'debug' : 'warn']({ err: error, connection: purpose }, 'broker not reached');
    isTold = true;
  });
  connection.on('disconnect', () => {
    onLost();
    isTold = false;
    log.warn({ connection: purpose }, 'broker disconnected');
  });
  return {
    close: async () => {
      // Waits for an answer of the broker, which does not come when the connection is lost meanwhile.
      void connection.close();
      await closed;
    },
  };
}
