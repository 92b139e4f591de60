import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { SystemAddresses } from '@plotline/local/supervise/running-system';

const run = promisify(execFile);
const checkout = resolve(import.meta.dirname, '../../../..');
const script = (name: string) => join(checkout, 'deploy', 'secrets', name);

const callers = [
  'gateway',
  'auth',
  'connect',
  'inventory',
  'pipeline',
  'team',
  'transfer',
  'webhook',
  'operator',
] as const;
type CallerName = (typeof callers)[number];

export const rotatedSecrets = [
  ...callers.map((name) => `caller_key_${name}` as const),
  'answer_seal_secret',
  'webhook_seal_secret',
  'connect_seal_secret',
  'key_hash_secret',
  'auth_seal_secret',
  'transfer_link_secret',
] as const;
type SecretName = (typeof rotatedSecrets)[number];

/** Additional settings that the auth service requires, although its commands don't use them. */
const authVariables = {
  AUTH_BASE_URL: 'http://localhost:1',
  API_BASE_URL: 'http://localhost:1',
  TEAM_GRPC: 'localhost:1',
  MAIL_DIRECTORY: tmpdir(),
  MAIL_FROM: 'tests@example.com',
  SIGN_UP: 'off',
};

const peers = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [`${name}_GRPC`, 'localhost:1']));

/** Secrets and additional settings of the services whose commands run here. */
const ofService = {
  auth: { secrets: ['key_hash_secret', 'auth_seal_secret'], variables: authVariables },
  webhook: { secrets: ['webhook_seal_secret'], variables: peers('AUTH', 'TEAM') },
  connect: {
    secrets: ['connect_seal_secret'],
    variables: {
      ...peers('INVENTORY', 'PIPELINE', 'TEAM', 'TRANSFER'),
      AUTH_BASE_URL: 'http://localhost:1',
      API_BASE_URL: 'http://localhost:1',
    },
  },
} as const;

/** Secrets of a system in files, as docker-compose.yml mounts them. The operators' commands change them. */
export class SecretFiles {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async create(): Promise<SecretFiles> {
    const folder = await mkdtemp(join(tmpdir(), 'plotline-rotation-'));
    await run(process.execPath, [script('generate.mjs'), folder]);
    return new SecretFiles(folder);
  }

  /** Variables with the paths of a program's secret files. */
  toVariables(names: readonly SecretName[]): Record<string, string> {
    const files = names.flatMap((name) => [name, `${name}_previous`]);
    return Object.fromEntries(files.map((name) => [`${name.toUpperCase()}_FILE`, join(this.#folder, name)]));
  }

  /** Variables with the file paths of a program's key and of all public keys. */
  toCallerVariables(program: CallerName): Record<string, string> {
    const file = (name: string) => join(this.#folder, name);
    return {
      CALLER_KEY_FILE: file(`caller_key_${program}`),
      CALLER_KEY_PREVIOUS_FILE: file(`caller_key_${program}_previous`),
      CALLER_PUBLIC_KEYS_FILE: file('caller_public_keys'),
    };
  }

  async read(name: SecretName | 'caller_public_keys'): Promise<string> {
    return (await readFile(join(this.#folder, name), 'utf8')).trim();
  }

  async rotate(name: SecretName, step: 'introduce' | 'switch' | 'finish'): Promise<void> {
    await run(process.execPath, [
      script('rotate.mjs'),
      name,
      step,
      ...(step === 'finish' ? ['--resealed'] : []),
      this.#folder,
    ]);
  }

  /**
   * Runs a command of a service in the service's environment. Resolves to its output. Rejects unless it exits with 0.
   */
  async runCommand(service: keyof typeof ofService, command: string, system: SystemAddresses): Promise<string> {
    const file = join(checkout, 'services', service, 'dist', 'commands', `${command}.js`);
    const own = ofService[service];
    const environment = {
      PATH: process.env['PATH'],
      HTTP_PORT: '1',
      GRPC_PORT: '1',
      LOG_LEVEL: 'silent',
      MONGO_URL: system.mongoUrl,
      MONGO_DATABASE: `plotline_${service}`,
      AMQP_URL: system.amqpUrl,
      ...this.toCallerVariables(service),
      ...this.toVariables(['answer_seal_secret', ...own.secrets]),
      ...own.variables,
    };
    const { stdout } = await run(process.execPath, [file], { env: environment });
    return stdout;
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}
