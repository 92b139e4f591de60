import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

const secretKeys = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'secret',
  'client_secret',
  'key',
  'token',
  'access_token',
  'refresh_token',
  'x-plotline-caller',
];

/** Paths at the top level and one or two levels down; deeper objects are not logged. */
const redact = secretKeys.flatMap((key) => {
  const quoted = key.includes('-') ? `["${key}"]` : key;
  const dotted = key.includes('-') ? quoted : `.${key}`;
  return [quoted, `*${dotted}`, `*.*${dotted}`];
});

/** JSON lines on standard output; credentials are redacted by name wherever they could stand. */
export function createLog(service: string, level: string): Logger {
  return pino({ level, base: { service }, timestamp: pino.stdTimeFunctions.isoTime, redact });
}
