import { parseArgs } from 'node:util';
import { connect } from 'amqplib';
import { str } from 'envalid';
import { type DeadLetter, type Verdict, visitDeadLetters } from '../broker/dead-letters.js';
import { readConfig } from '../process/config.js';

const usage = `Usage: dead-letters.js <list|redrive|discard> <queue> [--id evt_…] [--limit n]
  list     shows what the consumer of the queue gave up, one JSON object a line
  redrive  moves it back into the queue; only the event of that id with --id
  discard  deletes the event of that id; --id is required
AMQP_URL, or AMQP_URL_FILE, names the broker.`;

interface Command {
  readonly queue: string;
  readonly limit: number;
  readonly decide: (letter: DeadLetter) => Verdict;
}

/** Reads the command line; null when it makes no sense. */
function parseCommand(args: readonly string[]): Command | null {
  const options = { id: { type: 'string' }, limit: { type: 'string', default: '1000' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [action, queue, ...others] = positionals;
  const limit = Number(values.limit);
  if (queue === undefined || others.length > 0 || !Number.isSafeInteger(limit) || limit < 1) return null;
  const { id } = values;
  const isMeant = (letter: DeadLetter) => id === undefined || letter.id === id;
  if (action === 'list') return { queue, limit, decide: () => 'keep' };
  if (action === 'redrive') return { queue, limit, decide: (letter) => (isMeant(letter) ? 'redrive' : 'keep') };
  if (action === 'discard' && id !== undefined) {
    return { queue, limit, decide: (letter) => (isMeant(letter) ? 'discard' : 'keep') };
  }
  return null;
}

async function run({ queue, limit, decide }: Command): Promise<void> {
  const { AMQP_URL } = readConfig({ AMQP_URL: str() });
  const model = await connect(AMQP_URL, { timeout: 5_000 });
  try {
    const channel = await model.createConfirmChannel();
    // A failing channel rejects the call that is under way.
    channel.on('error', () => undefined);
    for (const letter of await visitDeadLetters(channel, queue, limit, decide)) {
      process.stdout.write(`${JSON.stringify(letter)}\n`);
    }
    // Acknowledgements may be lost when a connection is closed before its channels.
    await channel.close();
  } finally {
    await model.close();
  }
}

const command = parseCommand(process.argv.slice(2));
if (command) await run(command);
else {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
}
