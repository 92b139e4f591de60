import type { ConfirmChannel, GetMessage } from 'amqplib';
import { type Publication, Publisher } from './publish.js';
import { copyMessage, countAttempts } from './retry.js';
import { routingHeaders, toDeadLetterQueue, toServiceExchanges } from './topology.js';

/** What is told of an event that a consumer gave up: nothing of what it says about records. */
export interface DeadLetter {
  readonly id: string;
  /** The event's name; null when the message is no event. */
  readonly event: string | null;
  readonly workspace_id: string | null;
  readonly mode: string | null;
  /** Name and code of the last error, or why the broker gave the message up. */
  readonly reason: string;
  readonly attempts: number;
  /** ISO time; null when the broker gave the message up. */
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

/** Why the broker gave a message up, such as `delivery_limit`. */
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

/** The message back in its consumer's queue, as it was published at first. */
function toRedriven(message: GetMessage, queue: string, event: string): Publication {
  const copy = copyMessage(message);
  const headers = { ...copy.headers, [routingHeaders.queue]: queue };
  return { ...copy, exchangeName: toServiceExchanges(queue).redelivery, routingKey: event, headers };
}

/** The message at the end of its dead-letter queue: returning it would count as a delivery, of which newer brokers allow twenty. */
function toKept(message: GetMessage, queue: string, letter: DeadLetter): Publication {
  const copy = copyMessage(message);
  const { event, attempts, reason: error, dead_at } = letter;
  const reason = { event: event ?? undefined, attempts, error, dead_at: dead_at ?? undefined };
  const headers = { ...copy.headers, ...reason };
  return { ...copy, exchangeName: toServiceExchanges(queue).dead, routingKey: queue, headers };
}

/**
 * Goes once through the dead letters of a consumer's queue, oldest first, and does with each what `decide` says. One that is no
 * event is kept rather than redriven. Each is in its new place, confirmed by the broker, before it leaves the old one. Resolves
 * to what was done; rejects when there is no such queue.
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
