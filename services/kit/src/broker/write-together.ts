import { Socket } from 'node:net';
import type { Channel } from 'amqplib';

/** Bytes that a connection may hold back for one write: a few hundred events. */
export const maxHeldBack = 1_048_576;

/**
 * Runs `send`, and writes everything that it sends to the socket together. amqplib writes each message separately,
 * which costs more than the rest of its publication, for the broker too.
 */
export function writeTogether(channel: Pick<Channel, 'connection'>, send: () => void): void {
  // amqplib doesn't declare the stream in its types. Without the stream, messages are written one by one.
  const stream: unknown = Reflect.get(channel.connection, 'stream');
  if (!(stream instanceof Socket)) {
    send();
    return;
  }
  stream.cork();
  send();
  // amqplib hands messages to the socket in an immediate, which it schedules in the next tick.
  process.nextTick(() => setImmediate(() => stream.uncork()));
}
