import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { canUnpackPackages } from '@plotline/local/stores/debian/package-root';
import { expect } from 'chai';
import { root as checkout, composeFile, programs } from '../../../deploy/compose-file.js';
import { startTestStores } from '../../../support/start-test-stores.js';
import { stopOnSignal } from '../../../support/stop-on-signal.js';
import { buildImage, type Image } from './build-image.js';
import { listOwnFiles, listPackages, measureFolder } from './image-content.js';
import { removeControlGroups } from './limits.js';
import type { ProgramReport, RunReport } from './report.js';

const timeoutMs = 30 * 60_000;
const report = (line: string) => void process.stdout.write(`${line}\n`);
/** Packages with which Plotline is built, tested and checked. */
const developmentPackages = ['typescript', 'tsx', 'mocha', 'chai', 'vite', 'knip', '@biomejs/biome', '@bufbuild/buf'];

/** Runs the image in namespaces of its own, whose processes end with it. */
async function runImage(folder: string, image: Image): Promise<RunReport> {
  await writeFile(join(folder, 'image.json'), JSON.stringify(image));
  const namespaces = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const program = [process.execPath, '--import', 'tsx', join(import.meta.dirname, 'prove-process.ts'), folder];
  const child = spawn('unshare', [...namespaces, ...program], {
    cwd: checkout,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  stopOnSignal(async () => void child.kill('SIGKILL'));
  const [code] = await once(child, 'exit');
  await removeControlGroups(basename(folder));
  if (code !== 0) throw new Error(`The image didn't run: ${code}`);
  return JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
}

function toLine({ name, secondsToReady, peakMemoryMiB, exit }: ProgramReport): string {
  return `${name}: ready after ${secondsToReady.toFixed(1)} s, at most ${peakMemoryMiB} MiB, exit ${exit}`;
}

describe('the image of deploy/Dockerfile, built and run without Docker', () => {
  let folder: string;
  let image: Image;
  let proof: RunReport;

  before(async function () {
    // Only root can enter a root folder. GitHub's workflow `image` runs the image with Docker.
    if (process.getuid?.() !== 0 || !canUnpackPackages(process.env)) return this.skip();
    this.timeout(timeoutMs);
    folder = await mkdtemp(join(tmpdir(), 'plotline-image-'));
    image = await buildImage({ checkout, folder, report });
    report(
      `image: ${measureFolder(image.root)} MB, of which /plotline ${measureFolder(join(image.root, 'plotline'))} MB`,
    );
    // Unpacks the stores' packages, which the network of the run can't download.
    await (await startTestStores()).stop();
    proof = await runImage(folder, image);
    for (const program of proof.programs) report(toLine(program));
  });
  after(async () => {
    if (folder && !process.env.PLOTLINE_KEEP) await rm(folder, { recursive: true, force: true });
  });

  it('has the version of Node that the Dockerfile names, and no package manager', async () => {
    const dockerfile = await readFile(join(checkout, 'deploy/Dockerfile'), 'utf8');
    const [, version] = /^ARG NODE_IMAGE=node:([\d.]+)-/m.exec(dockerfile) ?? [];
    const printed = execFileSync('chroot', [image.root, '/usr/local/bin/node', '--version'], { encoding: 'utf8' });
    expect(printed.trim()).to.equal(`v${version}`);
    const programsOfImage = readdirSync(join(image.root, 'usr/local/bin'));
    expect(programsOfImage).to.include('node').and.not.include.any.members(['npm', 'npx', 'corepack', 'yarn']);
    expect(existsSync(join(image.root, 'usr/local/lib/node_modules'))).to.equal(false);
  });

  it('has no package for development', () => {
    const installed = listPackages(image.root);
    expect(installed).to.include.members(['express', 'mongoose', '@grpc/grpc-js']);
    expect(installed.filter((name) => developmentPackages.includes(name))).to.deep.equal([]);
  });

  it('has no source, test, secret or local data', () => {
    const files = listOwnFiles(image.root);
    expect(files).to.include.members(programs.map(([, { command }]) => command?.at(-1) ?? ''));
    expect([...new Set(files.map((path) => path.split('/')[0]))].sort()).to.deep.equal([
      '.npmrc',
      'deploy',
      'gateway',
      'package-lock.json',
      'package.json',
      'protos',
      'services',
    ]);
    const unwanted = /(^|\/)(src|tests|secrets|\.git|\.local|\.env)(\/|$)|(?<!\.d)\.tsx?$|\.test\.|\.tsbuildinfo$/;
    expect(files.filter((path) => unwanted.test(path))).to.deep.equal([]);
  });

  it('makes every program ready with the command and the environment of docker-compose.yml, and nothing else', () => {
    expect(proof.programs.map(({ name }) => name)).to.have.members(programs.map(([name]) => name));
    for (const { name, command, variables } of proof.programs) {
      const container = composeFile.services[name];
      expect(command, name).to.deep.equal(container?.command);
      const own = ['HOSTNAME', 'HOME', 'PATH', 'NODE_ENV'];
      expect(variables, name).to.have.members([...own, ...Object.keys(container?.environment ?? {})]);
    }
  });

  it('runs every program as user 1000, without a capability or a way to get one', () => {
    for (const { name, rights } of proof.programs) {
      expect(rights, name).to.deep.equal({
        userIds: [1000, 1000, 1000, 1000],
        groupIds: [1000, 1000, 1000, 1000],
        capabilities: '0000000000000000',
        boundingSet: '0000000000000000',
        hasNoNewPrivileges: true,
      });
    }
  });

  it('lets a program write only to /tmp and its volumes', () => {
    for (const { name, written } of proof.programs) {
      expect(written, name).to.deep.equal(name === 'transfer' ? ['/tmp', '/files'] : ['/tmp']);
    }
  });

  it('sells a unit within the memory of docker-compose.yml, and delivers signed webhooks', () => {
    expect(proof.sale.code, proof.sale.output).to.equal(0);
    expect(proof.sale.output).to.match(/unit sold, lead won, 1 invoice\n\d+ webhooks received, all signed/);
    for (const { name, limitBytes, peakMemoryMiB } of proof.programs) {
      const limitMiB = Number.parseInt(composeFile.services[name]?.mem_limit ?? '', 10);
      expect(Number(limitBytes), name).to.equal(limitMiB * 1_024 * 1_024);
      expect(peakMemoryMiB, name).to.be.lessThan(limitMiB);
    }
  });

  it('ends every program by itself when Docker stops it', () => {
    for (const { name, exit } of proof.programs) expect(exit, name).to.equal(0);
  });
});
