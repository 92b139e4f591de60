import { createRequire } from 'node:module';
import { type Duplex, Writable } from 'node:stream';

interface DriverConnection {
  readonly socket: Duplex;
  writeCommand(command: object, options: object): Promise<void>;
}

// The driver does not export its class of connections. Which driver it is, mongoose decides.
const mongoosePath = createRequire(import.meta.url).resolve('mongoose');
const { Connection }: { readonly Connection: { readonly prototype: DriverConnection } } = createRequire(mongoosePath)(
  'mongodb/lib/cmap/connection.js',
);

const { writeCommand } = Connection.prototype;

/** Throws in place of waiting, and never asks to wait: a connection has one command under way, whose size is bounded. */
function writeUnlessClosed(this: Writable, bytes: unknown): boolean {
  if (this.destroyed || this.writableEnded) throw new Error('The connection to MongoDB is closed.');
  Reflect.apply(Writable.prototype.write, this, [bytes]);
  return true;
}

/**
 * Lets a command fail whose connection is closed before it is written. A closed socket takes no bytes, as one that is full, and
 * the driver (7.9 and before) waits for it to drain, which never happens. An operation that begins between the loss of its
 * connection and the event that tells of it would never end and keep its place in the pool; a heartbeat that does would
 * end the watch on the server, so that the process had lost it for good.
 */
export function failOnClosedSockets(): void {
  Connection.prototype.writeCommand = function (command, options) {
    // For each command: Node replaces the function when the peer has ended the connection.
    this.socket.write = writeUnlessClosed;
    return writeCommand.call(this, command, options);
  };
}
