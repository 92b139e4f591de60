import { Socket } from 'node:net';
import type { Channel } from 'amqplib';

/** Bytes that a connection may hold back to write them at once: some hundred events. */
export const maxHeldBack = 1_048_576;

/**
 * Has what `send` sends leave in one write to the socket. amqplib writes each message alone, which costs more than the rest of its
 * publication, on the broker's side too.
 */
export function writeTogether(channel: Pick<Channel, 'connection'>, send: () => void): void {
  // Not declared by amqplib; without it messages leave one by one.
  const stream: unknown = Reflect.get(channel.connection, 'stream');
  if (!(stream instanceof Socket)) {
    send();
    return;
  }
  stream.cork();
  send();
  // amqplib hands messages over to the socket by an immediate, which it asks for in the next tick.
  process.nextTick(() => setImmediate(() => stream.uncork()));
}
