import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Container, composeFile, secretsOf } from '../../../deploy/compose-file.js';
import type { Image } from './build-image.js';
import type { ControlGroups } from './limits.js';

const script = join(import.meta.dirname, 'run-container.sh');

export interface ContainersOptions {
  readonly image: Image;
  /** Folder for the containers' own folders. */
  readonly folder: string;
  readonly secretsFolder: string;
  /** Variables of the file `.env`. */
  readonly variables: Readonly<Record<string, string>>;
  readonly limits: ControlGroups;
}

export interface Outcome {
  readonly code: number;
  readonly output: string;
}

function find(name: string): Container {
  const container = composeFile.services[name];
  if (!container) throw new Error(`docker-compose.yml has no ${name}.`);
  return container;
}

/** Containers of docker-compose.yml that share the root of an image and one network. */
export class Containers {
  readonly #options: ContainersOptions;
  readonly #running = new Map<string, ChildProcess>();

  constructor(options: ContainersOptions) {
    this.#options = options;
  }

  /** Returns the command that runs its arguments in the container, like `docker compose exec`. */
  toCommand(name: string): readonly string[] {
    return ['sh', script, join(this.#options.folder, name)];
  }

  /** Prepares the folder of a container with what Docker Compose gives it. */
  async create(name: string): Promise<void> {
    const { image, folder, secretsFolder, limits } = this.#options;
    const container = find(name);
    const own = join(folder, name);
    await mkdir(join(own, 'secrets'), { recursive: true });
    for (const secret of secretsOf(container)) {
      await copyFile(join(secretsFolder, secret), join(own, 'secrets', secret));
    }
    const volumes = (container.volumes ?? []).map((volume) => volume.split(':')[1] ?? '');
    // A new volume gets the owner of the folder on which it is mounted.
    for (const volume of volumes) await this.#copyFolder(join(image.root, volume), join(own, 'volumes', volume));
    const [user = '', group = ''] = (container.user ?? image.user).split(':');
    const [tmpfs = ''] = (container.tmpfs ?? []).map((entry) => entry.replace('/tmp:', ''));
    const groups = await limits.create(name, container);
    const settings = { root: image.root, name, workdir: image.workdir, user, group, tmpfs };
    const lists = { volumes: volumes.join(' '), limits: groups.join(' ') };
    await writeFile(join(own, 'settings'), this.#toLines({ ...settings, ...lists }, "'"));
    await writeFile(join(own, 'environment'), this.#toLines(this.#readEnvironment(name, container)));
    const names = Object.keys(composeFile.services).filter((one) => !one.endsWith('-migration'));
    await writeFile(join(own, 'hosts'), `127.0.0.1 localhost ${name} ${names.join(' ')}\n`);
  }

  async #copyFolder(from: string, to: string): Promise<void> {
    await mkdir(join(to, '..'), { recursive: true });
    await once(spawn('cp', ['--archive', from, to]), 'exit');
  }

  #toLines(variables: Readonly<Record<string, string>>, quote = ''): string {
    return Object.entries(variables)
      .map(([name, value]) => `${name}=${quote}${value}${quote}\n`)
      .join('');
  }

  /** Returns the variables that Docker sets, those of the image and those of docker-compose.yml. */
  #readEnvironment(name: string, { environment = {} }: Container): Readonly<Record<string, string>> {
    const resolve = (value: string | number) =>
      String(value).replace(/\$\{(\w+):-([^}]*)\}/g, (_all, variable: string, fallback: string) => {
        return this.#options.variables[variable] ?? fallback;
      });
    const given = Object.entries(environment).map(([variable, value]) => [variable, resolve(value)] as const);
    return { HOSTNAME: name, HOME: '/home/node', ...this.#options.image.environment, ...Object.fromEntries(given) };
  }

  /** Runs a command in the container to its end. */
  async run(name: string, command: readonly string[]): Promise<Outcome> {
    const [program = '', ...args] = this.toCommand(name);
    const child = spawn(program, [...args, ...command], { stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(child, 'exit');
    const parts = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = await ended;
    return { code: Number(code ?? -1), output: parts.join('') };
  }

  /** Runs a job to its end. Rejects with its output if it fails. */
  async runJob(name: string): Promise<void> {
    const { code, output } = await this.run(name, find(name).command ?? this.#options.image.command);
    if (code !== 0) throw new Error(`${name} ended with ${code}:\n${output}`);
  }

  /** Starts the container's program, with its output in a file. Returns its process id. */
  async start(name: string): Promise<number> {
    const log = await open(join(this.#options.folder, name, 'log'), 'w');
    const [program = '', ...args] = this.toCommand(name);
    const command = find(name).command ?? this.#options.image.command;
    const child = spawn(program, [...args, ...command], { stdio: ['ignore', log.fd, log.fd] });
    await once(child, 'spawn');
    await log.close();
    this.#running.set(name, child);
    return child.pid ?? 0;
  }

  /** Returns whether the health check of docker-compose.yml succeeds. Rejects with the log of an ended program. */
  async isHealthy(name: string): Promise<boolean> {
    this.#find(name);
    const [, ...command] = find(name).healthcheck?.test ?? [];
    return (await this.run(name, command)).code === 0;
  }

  /** Returns the process of a running program. */
  #find(name: string): ChildProcess {
    const child = this.#running.get(name);
    if (child && child.exitCode === null && child.signalCode === null) return child;
    throw new Error(
      `${name} doesn't run:\n${readFileSync(join(this.#options.folder, name, 'log'), 'utf8').slice(-4_000)}`,
    );
  }

  /** Stops a program as Docker does. Returns its exit code, or the signal that ended it. */
  async stop(name: string): Promise<number | string> {
    const child = this.#find(name);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const [code, signal] = await ended;
    return code ?? signal;
  }
}
