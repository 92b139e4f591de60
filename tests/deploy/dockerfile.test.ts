import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Dockerfile, DockerfileParser, type From, type Instruction } from 'dockerfile-ast';
import { root } from './compose-file.js';
import { findReadPaths } from './read-paths.js';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const dockerfile: Dockerfile = DockerfileParser.parse(read('deploy/Dockerfile'));
const instructions = dockerfile.getInstructions();
const froms: readonly From[] = dockerfile.getFROMs();

/**
 * Returns the instructions of a stage, including its FROM. By default returns those of the last stage, which is the
 * image.
 */
function stage(name?: string): readonly Instruction[] {
  const start = name === undefined ? froms.at(-1) : froms.find((from) => from.getBuildStage() === name);
  if (!start) throw new Error(`no stage ${name}`);
  const next = froms[froms.indexOf(start) + 1];
  const readLine = (instruction: Instruction | undefined): number => instruction?.getRange().start.line ?? Infinity;
  return instructions.filter((each) => readLine(each) >= readLine(start) && readLine(each) < readLine(next));
}

const lines = (of: readonly Instruction[], keyword: string): string[] =>
  of.filter((each) => each.getKeyword() === keyword).map((each) => each.getArgumentsContent() ?? '');

const workspaces: readonly string[] = [
  'protos',
  'gateway',
  'services/kit',
  'services/auth',
  'services/connect',
  'services/inventory',
].concat([
  'services/pipeline',
  'services/team',
  'services/transfer',
  'services/webhook',
  'deploy/single',
  'deploy/backup',
]);

describe('deploy/Dockerfile', () => {
  it('builds on one exact Node release that this checkout supports', () => {
    const stages = froms.map((from) => from.getBuildStage());
    const external = froms.map((from) => from.getImage() ?? '').filter((image) => !stages.includes(image));
    for (const image of external) expect(image).to.match(/^\$\{NODE_IMAGE\}$/);
    expect(lines(instructions, 'ARG')).to.have.length(1);
    expect(lines(instructions, 'ARG')[0]).to.match(
      /^NODE_IMAGE=node:(2[2-9]|[3-9]\d)\.\d+\.\d+-[a-z]+-slim(@sha256:[0-9a-f]{64})?$/,
    );
  });

  it('runs as a non-root user, given by number', () => {
    expect(lines(stage(), 'USER').at(-1)).to.match(/^[1-9]\d*:[1-9]\d*$/);
  });

  it('starts the program directly, so that signals reach it', () => {
    expect(JSON.parse(lines(stage(), 'CMD')[0] ?? '')).to.deep.equal(['node', 'gateway/dist/main.js']);
  });

  it('downloads nothing from a URL', () => {
    expect(lines(instructions, 'ADD')).to.deep.equal([]);
    expect(lines(instructions, 'RUN').join('\n')).to.not.match(/https?:|curl|wget|apt-get/);
  });

  it('contains no secret', () => {
    const settings = [...lines(instructions, 'ENV'), ...lines(instructions, 'ARG'), ...lines(instructions, 'LABEL')];
    expect(settings.join('\n')).to.not.match(/secret|password|token|_URL|_KEY/i);
  });

  it('installs exactly what package-lock.json lists, without running package scripts', () => {
    const installs = lines(instructions, 'RUN').filter((command) => /npm (i|install|ci)\b/.test(command));
    expect(installs).to.have.length(2);
    for (const command of installs) expect(command).to.match(/^npm ci --ignore-scripts/);
  });

  it('copies the manifest of every workspace', () => {
    const patterns: { workspaces: string[] } = JSON.parse(read('package.json'));
    expect(patterns.workspaces).to.deep.equal(['protos', 'services/*', 'gateway', 'deploy/*', 'tests']);
    const copied = lines(stage('manifests'), 'COPY').join('\n');
    for (const folder of [
      ...workspaces,
      'services/dashboard',
      'services/docs',
      'deploy/documentdb-bridge',
      'deploy/local',
      'tests',
    ]) {
      expect(copied).to.include(`${folder}/package.json ${folder}/`);
    }
  });

  it("ships only the programs' production packages, and none for development, tests or the launcher", () => {
    const [install = ''] = lines(stage('packages'), 'RUN');
    expect(install).to.include('--omit=dev');
    const installed = [...install.matchAll(/--workspace ([\w/]+)/g)].map(([, folder]) => folder);
    expect(installed).to.have.members([...workspaces]);
  });

  for (const [folder, built] of [
    ['services/dashboard', 'services/dashboard/dist/app'],
    ['services/docs', 'services/docs/dist/site'],
  ] as const) {
    it(`builds ${folder} and ships the result`, () => {
      const commands = lines(stage('build'), 'RUN').join('\n');
      expect(commands.split('&&').map((one) => one.trim())).to.include(`npm run --silent build --workspace ${folder}`);
      const [, copied = ''] = /cp --parents --recursive (.*) \/built$/m.exec(commands) ?? [];
      expect(copied.split(' ')).to.include(built);
    });
  }

  it('ships every file and folder that programs find relative to their modules', () => {
    const [, patterns = ''] =
      /cp --parents --recursive (.*) \/built$/m.exec(lines(stage('build'), 'RUN').join('\n')) ?? [];
    const shell = spawnSync('sh', ['-c', `printf '%s\\n' ${patterns}`], { cwd: root, encoding: 'utf8' });
    const shipped = shell.stdout.trim().split('\n');
    const isShipped = (path: string) => shipped.some((one) => path === one || path.startsWith(`${one}/`));
    const paths = findReadPaths(workspaces.filter((unit) => unit !== 'protos'));
    expect(paths).to.include.members(['services/auth/assets', 'services/kit/common.yaml']);
    // The gateway reads the contracts and examples in the folders of all services.
    expect(patterns.split(' ')).to.include.members(['services/*/*.yaml', 'services/*/examples', 'gateway/examples']);
    expect(paths.filter((path) => path !== 'services' && !isShipped(path))).to.deep.equal([]);
  });

  it('ships only the production packages, the builds, the health check, and folders for files and backups', () => {
    expect(lines(stage(), 'COPY')).to.deep.equal([
      '/plotline ./',
      '/built ./',
      'deploy/container/is-ready.mjs deploy/container/',
      '/files /files',
      '/backups /backups',
    ]);
    expect(lines(stage(), 'RUN').every((command) => command.startsWith('rm -rf '))).to.equal(true);
  });
});

describe('.dockerignore', () => {
  const patterns = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

  it('allows only listed files in the build context', () => {
    expect(patterns[0]).to.equal('**');
  });

  it('excludes the secrets, the history and local data', () => {
    const named = patterns.filter((pattern) => pattern.startsWith('!'));
    expect(named.join('\n')).to.not.match(/secrets|\.git|\.local|\.env|^!deploy$/m);
  });
});
