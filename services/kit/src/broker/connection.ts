import { type ChannelModel, connect } from 'amqplib';
import type { Logger } from 'pino';
import { maxHeldBack } from './write-together.js';

/**
 * Interval in seconds. If nothing arrives for two intervals, the connection counts as dead. This also detects a frozen
 * broker.
 */
const heartbeatSeconds = 5;

export interface ConnectionOptions {
  readonly url: string;
  /** Purpose of the connection, for the log. */
  readonly purpose: string;
  readonly log: Logger;
  /**
   * Sets up everything on a new connection. `reconnect` closes the connection, so that it is opened and set up again.
   */
  readonly setup: (model: ChannelModel, reconnect: () => void) => Promise<void>;
  /** Called when the connection is lost. `setup` is called when the broker is reachable again. */
  readonly onLost: () => void;
}

function withHeartbeat(url: string): string {
  const address = new URL(url);
  if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', String(heartbeatSeconds));
  return address.href;
}

/** Connection that is reopened whenever it is lost. */
export interface Connection {
  /** Stops reconnecting. Resolves when the last connection is closed or lost. */
  close(): Promise<void>;
}

/**
 * Starts to connect and returns immediately. Reconnects with growing pauses of up to 0.3 seconds, so that events flow
 * soon after the broker is back.
 */
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
      // Waits until the connection is closed. amqplib closes it again, and on an open connection it would wait for an
      // answer that never comes.
      await closed;
      throw error;
    }
  };

  const socketOptions = {
    timeout: 5_000,
    // Otherwise TCP delays a small frame until the previous one is acknowledged.
    noDelay: true,
    writableHighWaterMark: maxHeldBack,
  };
  const recovery = { initialDelay: 100, maxDelay: 300, waitForConnect: false, setup: setUp };
  const connection = await connect(withHeartbeat(url), { ...socketOptions, recovery });
  // The error is already logged. Without a listener, Node would throw it.
  connection.on('error', () => undefined);
  // The connection is retried several times a second, so only the first failure in a row is logged.
  let isTold = false;
  connection.on('connect-failed', (error) => {
    log[isTold ? 'debug' : 'warn']({ err: error, connection: purpose }, 'broker unreachable');
    isTold = true;
  });
  connection.on('disconnect', () => {
    onLost();
    isTold = false;
    log.warn({ connection: purpose }, 'broker disconnected');
  });
  return {
    close: async () => {
      // `close` waits for the broker's response, which never comes if the connection is lost first. So this only waits
      // until the connection is closed.
      void connection.close();
      await closed;
    },
  };
}
