import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { runCommand } from '@plotline/local/stores/debian/run-command';
import { getCacheDirectory } from '@plotline/local/stores/find-server';
import { obtainBaseImage } from './base-image.js';
import { copyContext } from './build-context.js';
import { type Copy, imageStage, readStages, type Stage, type Step } from './dockerfile-stages.js';

const stepDeadlineMs = 15 * 60_000;
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const runStep = join(import.meta.dirname, 'run-step.sh');
/** Variables with which this machine reaches the npm registry. */
const networkVariables = /^(https?_proxy|no_proxy|npm_config_registry|node_extra_ca_certs)$/i;

/** Root folder of a stage, and the settings with which its containers start. */
export interface Image {
  readonly root: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly workdir: string;
  readonly user: string;
  readonly command: readonly string[];
}

interface BuildOptions {
  readonly checkout: string;
  /** Folder for the roots of the stages. */
  readonly folder: string;
  readonly report: (line: string) => void;
}

function run(command: string, ...args: readonly string[]): Promise<void> {
  return runCommand(command, args, { environment: process.env, deadlineMs: stepDeadlineMs });
}

/** Builds the image as `docker build` does, each stage in a root folder. Needs root rights. */
export async function buildImage({ checkout, folder, report }: BuildOptions): Promise<Image> {
  const context = join(folder, 'context');
  copyContext(checkout, context);
  const npm = await copyNpmSettings(join(folder, 'npm'));
  const built = new Map<string, Image>();
  for (const stage of readStages(await readFile(join(checkout, 'deploy/Dockerfile'), 'utf8'))) {
    const startedAt = performance.now();
    let image = await startStage(stage, built.get(stage.base), join(folder, stage.name), report);
    for (const step of stage.steps) {
      image = await take(step, image, (from) => (from === undefined ? context : (built.get(from)?.root ?? '')), npm);
    }
    built.set(stage.name, image);
    report(`stage ${stage.name}: ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
  }
  const image = built.get(imageStage);
  if (!image) throw new Error('The last stage of the Dockerfile has a name.');
  return image;
}

async function startStage(
  stage: Stage,
  earlier: Image | undefined,
  root: string,
  report: (line: string) => void,
): Promise<Image> {
  const base = earlier?.root ?? (await obtainBaseImage(stage.base, report));
  await run('cp', '--archive', '--reflink=auto', base, root);
  await rm(join(root, 'complete'), { force: true });
  return { environment: { PATH: path }, workdir: '/', user: '', command: [], ...earlier, root };
}

async function take(step: Step, image: Image, findRoot: (stage?: string) => string, npm: string): Promise<Image> {
  if (step.kind === 'environment') return { ...image, environment: { ...image.environment, ...step.variables } };
  if (step.kind === 'user') return { ...image, user: step.user };
  if (step.kind === 'command') return { ...image, command: step.args };
  if (step.kind === 'copy') await copy(step.copy, image, findRoot(step.copy.from));
  else if (step.kind === 'run') await runInside(step.command, image, npm);
  else {
    const workdir = resolve(image.workdir, step.path);
    await mkdir(join(image.root, workdir), { recursive: true });
    return { ...image, workdir };
  }
  return image;
}

/** Copies as COPY does: the content of a folder, with root as owner, unless the instruction names another one. */
async function copy({ sources, target, owner = '0:0' }: Copy, { root, workdir }: Image, from: string): Promise<void> {
  const inRoot = join(root, resolve(workdir, target));
  const isFolder = target.endsWith('/') || sources.length > 1;
  for (const source of sources) {
    const found = join(from, source);
    const sourceIsFolder = (await stat(found)).isDirectory();
    await mkdir(sourceIsFolder || isFolder ? inRoot : join(inRoot, '..'), { recursive: true });
    await run('cp', '--archive', '--no-preserve=ownership', sourceIsFolder ? `${found}/.` : found, inRoot);
  }
  if (owner !== '0:0') await run('chown', '--recursive', owner, inRoot);
}

async function runInside(command: string, { root, environment, workdir, user }: Image, npm: string): Promise<void> {
  if (user !== '') throw new Error(`This test runs steps only as root: ${command}`);
  const network = Object.entries(process.env).filter(([name]) => networkVariables.test(name));
  const npmSettings = {
    NPM_CONFIG_USERCONFIG: '/run/npm/userconfig',
    NPM_CONFIG_GLOBALCONFIG: '/run/npm/globalconfig',
    NPM_CONFIG_CACHE: '/run/npm-cache',
  };
  // The next build uses it again.
  const cache = join(getCacheDirectory(process.env), 'npm-of-image');
  await mkdir(cache, { recursive: true });
  await runCommand('unshare', ['--mount', 'sh', runStep, root, workdir, npm, cache, command], {
    environment: { ...Object.fromEntries(network), ...npmSettings, HOME: '/root', ...environment },
    deadlineMs: stepDeadlineMs,
  });
}

/** Copies npm's settings of this machine for the steps. */
async function copyNpmSettings(folder: string): Promise<string> {
  await mkdir(folder);
  for (const name of ['userconfig', 'globalconfig']) {
    const { stdout } = await promisify(execFile)('npm', ['config', 'get', name]);
    if (existsSync(stdout.trim())) await copyFile(stdout.trim(), join(folder, name));
  }
  return folder;
}
