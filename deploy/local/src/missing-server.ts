/** A server that the launcher can neither find nor install. */
export interface MissingServer {
  readonly program: string;
  /** The variable that would name a running one. */
  readonly variable: string;
  readonly exampleUrl: string;
}

export const MISSING_REDIS: MissingServer = {
  program: 'redis-server',
  variable: 'REDIS_URL',
  exampleUrl: 'redis://127.0.0.1:6379',
};

export const MISSING_RABBITMQ: MissingServer = {
  program: 'rabbitmq-server',
  variable: 'AMQP_URL',
  exampleUrl: 'amqp://guest:guest@127.0.0.1:5672',
};

/** The error for missing servers: it names each of them, why it could not be had, and every way out. */
export function missingServers(missing: readonly MissingServer[], why: string): Error {
  const programs = missing.map(({ program }) => program).join(' and ');
  const variables = missing.map(({ variable, exampleUrl }) => `  ${variable}=${exampleUrl}`);
  return new Error(
    [
      `Missing: ${programs}, not found on the PATH. ${why}`.trimEnd(),
      `Install ${programs}, or run`,
      '  node deploy/secrets/generate.mjs',
      '  docker compose up -d mongo rabbitmq redis',
      'and start again with the addresses in the environment (the lines with their passwords: deploy/README.md), such as',
      ...variables,
    ].join('\n'),
  );
}
