import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Component } from '../supervise/component.js';
import { exchangeBytes } from '../supervise/probe.js';

/**
 * Returns the full path of the first executable file called `name` in the folders of `searchPath` (in PATH's format),
 * followed by those in `further`.
 */
export function findBinary(name: string, searchPath: string, further: readonly string[] = []): string | undefined {
  const folders = [...searchPath.split(delimiter), ...further];
  return folders
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Folder of downloads that all checkouts of this user share. */
export function getCacheDirectory(environment: NodeJS.ProcessEnv): string {
  const base = environment['XDG_CACHE_HOME'] || join(environment['HOME'] || homedir(), '.cache');
  return join(base, 'plotline');
}

const CONNECT_DEADLINE_MS = 5_000;

/**
 * Returns a component for a running server whose URL is in the environment, or undefined if there is no URL.
 * @throws Error with the variable, when its URL is invalid or nothing listens there.
 */
export async function findConfiguredServer(
  name: string,
  variable: string,
  defaultPort: number,
  environment: NodeJS.ProcessEnv,
): Promise<Component | undefined> {
  const url = environment[variable];
  if (!url) return undefined;
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address?.hostname) throw new Error(`${variable} is not a URL with a host`);
  const host = address.hostname.replace(/^\[|\]$/g, '');
  const port = Number(address.port || defaultPort);
  await exchangeBytes({ host, port }, Buffer.alloc(0), AbortSignal.timeout(CONNECT_DEADLINE_MS)).catch(() => {
    throw new Error(`${variable} names ${host}:${port}, where nothing listens`);
  });
  return { name, url, origin: `${variable} in the environment`, processIds: () => [], stop: async () => undefined };
}

/** Server that the launcher can neither find nor install. */
export interface MissingServer {
  readonly program: string;
  /** Environment variable for the URL of a running server. */
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

/**
 * Builds the error for missing servers. It lists each server, the reason why it is missing, and every way to provide
 * it.
 */
export function createMissingServersError(missing: readonly MissingServer[], why: string): Error {
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

/** Builds the error for a missing MongoDB. It lists the failed attempts, and each way to provide MongoDB. */
export function createMissingMongoError(noMongod: string, buildFailure?: unknown): Error {
  const reason = buildFailure instanceof Error ? buildFailure.message : String(buildFailure);
  const documentdb =
    buildFailure === undefined
      ? 'Its replacement, DocumentDB, can be unpacked only on Debian and Ubuntu (amd64, arm64).'
      : `Its replacement, DocumentDB, could not be unpacked: ${reason}`;
  return new Error(
    [
      `MongoDB is missing: no mongod on the PATH, and none could be downloaded (${noMongod}).`,
      documentdb,
      'Install mongod, or run',
      '  node deploy/secrets/generate.mjs',
      '  docker compose up -d mongo rabbitmq redis',
      'and start again with MONGO_URL set (the line with its password: deploy/README.md; such as MONGO_URL=mongodb://127.0.0.1:27017/?replicaSet=rs0).',
    ].join('\n'),
    { cause: buildFailure },
  );
}
