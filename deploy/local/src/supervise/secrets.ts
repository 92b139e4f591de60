import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Secrets of this installation, made once; the data in the databases depends on them. */
export interface Secrets {
  /** Signs the caller between gateway and services. */
  readonly internalSecret: string;
  /** Keys the hashes of API keys; for the auth service alone. */
  readonly keyHashSecret: string;
}

/**
 * Reads the secrets, or makes and writes them (mode 0600) when the file does not exist yet.
 * @throws Error when the file is there but does not hold them: new ones would make every issued key invalid.
 */
export async function loadSecrets(file: string): Promise<Secrets> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return createSecrets(file);
  const stored = parse(text);
  if (!isSecrets(stored))
    throw new Error(`${file} does not hold the secrets any more; \`npm start -- --fresh\` makes new ones`);
  return stored;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function createSecrets(file: string): Promise<Secrets> {
  const secrets = { internalSecret: createSecret(), keyHashSecret: createSecret() };
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600 });
  return secrets;
}

function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

function isSecrets(value: unknown): value is Secrets {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'internalSecret' in value &&
    typeof value.internalSecret === 'string' &&
    value.internalSecret !== '' &&
    'keyHashSecret' in value &&
    typeof value.keyHashSecret === 'string' &&
    value.keyHashSecret !== ''
  );
}
