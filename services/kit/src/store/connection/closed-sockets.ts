import { createRequire } from 'node:module';
import { type Duplex, Writable } from 'node:stream';

interface DriverConnection {
  readonly socket: Duplex;
  writeCommand(command: object, options: object): Promise<void>;
}

// Found at run time, because the driver doesn't export its class of connections, and mongoose decides which driver is
// used.
const mongoosePath = createRequire(import.meta.url).resolve('mongoose');
const { Connection }: { readonly Connection: { readonly prototype: DriverConnection } } = createRequire(mongoosePath)(
  'mongodb/lib/cmap/connection.js',
);

const { writeCommand } = Connection.prototype;

/**
 * Throws instead of waiting. Never reports a full buffer, because a connection has one command in flight, and its size
 * is limited.
 */
function writeUnlessClosed(this: Writable, bytes: unknown): boolean {
  if (this.destroyed || this.writableEnded) throw new Error('The connection to MongoDB is closed.');
  Reflect.apply(Writable.prototype.write, this, [bytes]);
  return true;
}

/**
 * Makes a command fail if its connection is closed before the command is written. A closed socket accepts no bytes,
 * like a full one, so the driver (7.9 and earlier) waits forever for it to drain. An operation that starts between the
 * loss of its connection and the event about it would never end. It would also keep its place in the pool. A heartbeat
 * that never ends would stop the driver from watching the server. The process would then lose the server for good.
 */
export function failOnClosedSockets(): void {
  Connection.prototype.writeCommand = function (command, options) {
    // Set for each command, because Node replaces the function when the peer has ended the connection.
    this.socket.write = writeUnlessClosed;
    return writeCommand.call(this, command, options);
  };
}
