import { Socket } from 'node:net';
import type { Channel } from 'amqplib';

/** Maximum bytes that a connection holds back for one write, enough for a few hundred events. */
export const maxHeldBack = 1_048_576;

/**
 * Runs `send` and combines everything that it sends into one write to the socket. amqplib writes each message
 * separately. That costs more than the rest of publishing, for the broker too.
 */
export function writeTogether(channel: Pick<Channel, 'connection'>, send: () => void): void {
  // amqplib's types don't declare the stream. If it is missing, messages are written one by one.
  const stream: unknown = Reflect.get(channel.connection, 'stream');
  if (!(stream instanceof Socket)) {
    send();
    return;
  }
  stream.cork();
  send();
  // amqplib passes messages to the socket in an immediate, which it schedules in the next tick.
  process.nextTick(() => setImmediate(() => stream.uncork()));
}
