import { Writable } from 'node:stream';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { pino } from 'pino';
import type { ConnectService } from './connect.js';

/** The service with everything that it logs at the most detailed level. */
export interface LoggingConnect extends ConnectService {
  readonly lines: string[];
}

/** Starts the service as `start` does, and collects its log. */
export async function startLogging(start: () => Promise<ConnectService>): Promise<LoggingConnect> {
  const before = process.env.PLOTLINE_TEST_LOG_LEVEL;
  process.env.PLOTLINE_TEST_LOG_LEVEL = 'trace';
  const service = await start().finally(() => {
    if (before === undefined) delete process.env.PLOTLINE_TEST_LOG_LEVEL;
    else process.env.PLOTLINE_TEST_LOG_LEVEL = before;
  });
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  Reflect.set(service.runtime.log, pino.symbols.streamSym, stream);
  return { ...service, lines };
}

/** Returns all documents of both modes as text, by collection. */
export async function readStores({ databases }: Pick<ServiceRuntime, 'databases'>): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const mode of ['live', 'sandbox'] as const) {
    const { db } = databases[mode];
    if (!db) throw new Error('The database is not connected.');
    for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
      texts.set(`${mode} ${name}`, JSON.stringify(await db.collection(name).find({}).toArray()));
    }
  }
  return texts;
}

/** Returns the forms that a secret can have in a text. A key with several lines is recognized by its second line. */
export function listForms(secret: string): readonly string[] {
  const line = secret.includes('\n') ? (secret.split('\n')[1] ?? secret) : secret;
  return [line, encodeURIComponent(line), Buffer.from(line).toString('base64').replace(/=+$/, '')];
}
