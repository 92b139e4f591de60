import { connect } from 'amqplib';
import { str } from 'envalid';
import { type DeadLetter, type Verdict, visitDeadLetters } from '../broker/dead-letters.js';
import { CommandError, runCommand, UsageError } from '../service/command-line.js';
import { readConfig } from '../service/config.js';

const usage = `Usage: dead-letters.js <list|redrive|discard> <queue> [--id evt_…] [--limit n]
  list     shows the events that the queue's consumer gave up, one JSON object a line
  redrive  moves them back into the queue; with --id, only that event
  discard  deletes one event; --id is required
AMQP_URL, or AMQP_URL_FILE, names the broker.`;

interface Command {
  readonly queue: string;
  readonly id: string | undefined;
  readonly limit: number;
  readonly decide: (letter: DeadLetter) => Verdict;
}

interface CommandLine {
  readonly values: { readonly id?: string | undefined; readonly limit?: string };
  readonly positionals: readonly string[];
}

function toCommand({ values: { id, limit: text }, positionals: [action, queue = ''] }: CommandLine): Command {
  const limit = Number(text);
  if (!Number.isSafeInteger(limit) || limit < 1) throw new UsageError('--limit must be a whole number from 1.');
  const isMeant = (letter: DeadLetter) => id === undefined || letter.id === id;
  const decideBy = (verdict: Verdict) => (letter: DeadLetter) => (isMeant(letter) ? verdict : 'keep');
  if (action === 'list') return { queue, id, limit, decide: decideBy('keep') };
  if (action === 'redrive') return { queue, id, limit, decide: decideBy('redrive') };
  if (action !== 'discard') throw new UsageError(`There is no action ${action}.`);
  if (id === undefined) throw new UsageError('--id is required.');
  return { queue, id, limit, decide: decideBy('discard') };
}

/** Returns whether the broker reports that the queue does not exist. */
function isMissingQueue(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === 404;
}

async function run({ queue, id, limit, decide }: Command): Promise<void> {
  const { AMQP_URL } = readConfig({ AMQP_URL: str() });
  const model = await connect(AMQP_URL, { timeout: 5_000 });
  try {
    const channel = await model.createConfirmChannel();
    // Ignored here, because the rejected call reports the channel's error.
    channel.on('error', () => undefined);
    const letters = await visitDeadLetters(channel, queue, limit, decide).catch((error: unknown) => {
      throw isMissingQueue(error) ? new CommandError(`There is no queue ${queue}.`) : error;
    });
    const shown = letters.filter((letter) => id === undefined || letter.id === id);
    for (const letter of shown) process.stdout.write(`${JSON.stringify(letter)}\n`);
    if (id !== undefined && shown.length === 0) throw new CommandError(`There is no event ${id} among them.`);
    // If the connection closes before its channels, acknowledgements may be lost.
    await channel.close();
  } finally {
    await model.close();
  }
}

await runCommand({
  usage,
  options: { id: { type: 'string' }, limit: { type: 'string', default: '1000' } },
  positionals: { min: 2, max: 2 },
  run: (line) => run(toCommand(line)),
});
