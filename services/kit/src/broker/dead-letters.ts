import type { ConfirmChannel, GetMessage } from 'amqplib';
import { type Publication, Publisher } from './publish.js';
import { copyMessage, countAttempts } from './retry.js';
import { routingHeaders, toDeadLetterQueue, toServiceExchanges } from './topology.js';

/** Description of a dead event. Contains no data of records. */
export interface DeadLetter {
  readonly id: string;
  /** Name of the event; null when the message isn't an event. */
  readonly event: string | null;
  readonly workspace_id: string | null;
  readonly mode: string | null;
  /** Name and code of the last error, or the broker's reason. */
  readonly reason: string;
  readonly attempts: number;
  /** ISO time; null when the broker itself gave up the message. */
  readonly dead_at: string | null;
}

export type Verdict = 'keep' | 'redrive' | 'discard';

const toText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function readPayload(content: Buffer): Readonly<Record<string, unknown>> {
  try {
    const payload: unknown = JSON.parse(content.toString('utf8'));
    return typeof payload === 'object' && payload !== null ? { ...payload } : {};
  } catch {
    return {};
  }
}

/** Returns the broker's reason for giving up a message, such as `delivery_limit`. */
function readBrokerReason(deaths: unknown): string | null {
  const [last]: unknown[] = Array.isArray(deaths) ? deaths : [];
  return typeof last === 'object' && last !== null ? toText(Reflect.get(last, 'reason')) : null;
}

function readDeadLetter(message: GetMessage): DeadLetter {
  const headers: Readonly<Record<string, unknown>> = message.properties.headers ?? {};
  const payload = readPayload(message.content);
  return {
    id: String(message.properties.messageId),
    event: toText(headers['event']) ?? toText(payload['event']),
    workspace_id: toText(payload['workspace_id']),
    mode: toText(headers['mode']),
    reason: toText(headers['error']) ?? readBrokerReason(headers['x-death']) ?? 'unknown',
    attempts: countAttempts(message),
    dead_at: toText(headers['dead_at']),
  };
}

/** Returns the message in its original form, to publish to its consumer's queue. */
function toRedriven(message: GetMessage, queue: string, event: string): Publication {
  const copy = copyMessage(message);
  const headers = { ...copy.headers, [routingHeaders.queue]: queue };
  return { ...copy, exchangeName: toServiceExchanges(queue).redelivery, routingKey: event, headers };
}

/**
 * Returns the message to be published at the end of its dead-letter queue. The message isn't requeued, because that
 * counts as a delivery and newer brokers allow only twenty.
 */
function toKept(message: GetMessage, queue: string, letter: DeadLetter): Publication {
  const copy = copyMessage(message);
  const { event, attempts, reason: error, dead_at } = letter;
  const reason = { event: event ?? undefined, attempts, error, dead_at: dead_at ?? undefined };
  const headers = { ...copy.headers, ...reason };
  return { ...copy, exchangeName: toServiceExchanges(queue).dead, routingKey: queue, headers };
}

/**
 * Visits each dead letter of a consumer's queue once, oldest first. Redrives, keeps or discards it, depending on the
 * result of `decide`. A message that isn't an event is kept instead of redriven. The broker confirms each message in
 * its new place before the old one is removed. Resolves to the visited letters. Rejects if the queue doesn't exist.
 */
export async function visitDeadLetters(
  channel: ConfirmChannel,
  queue: string,
  limit: number,
  decide: (letter: DeadLetter) => Verdict,
): Promise<readonly (DeadLetter & { readonly verdict: Verdict })[]> {
  const publisher = new Publisher(channel, () => undefined);
  const deadLetterQueue = toDeadLetterQueue(queue);
  const { messageCount } = await channel.checkQueue(deadLetterQueue);
  const visited: (DeadLetter & { readonly verdict: Verdict })[] = [];
  while (visited.length < Math.min(messageCount, limit)) {
    const message = await channel.get(deadLetterQueue);
    if (message === false) break;
    const letter = readDeadLetter(message);
    const decided = decide(letter);
    const verdict = decided === 'redrive' && letter.event === null ? 'keep' : decided;
    if (verdict !== 'discard') {
      const isRedriven = verdict === 'redrive' && letter.event !== null;
      const moved = isRedriven ? toRedriven(message, queue, letter.event) : toKept(message, queue, letter);
      if ((await publisher.publish([moved])).size > 0) throw new Error(`There is no queue ${queue}.`);
    }
    channel.ack(message);
    visited.push({ ...letter, verdict });
  }
  return visited;
}
