import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { textOf, textsOf, treesOf } from '../../support/contract/tree.js';
import { findScripts, listFiles, readJsonWithComments, readRootScripts, readText, root } from './read-door.js';

const tasks = treesOf(readJsonWithComments('.vscode/tasks.json')['tasks']);
const configurations = treesOf(readJsonWithComments('.vscode/launch.json')['configurations']);
const scripts = readRootScripts();

/** Returns the arguments that are paths in the checkout. */
function findPaths(args: readonly string[]): readonly string[] {
  const workspace = '$' + '{workspaceFolder}/';
  return args.map((arg) => arg.replace(workspace, '')).filter((arg) => /^[.\w][\w./-]*\.(json|js|mjs|ts)$/.test(arg));
}

describe('editor configuration files', () => {
  for (const path of ['.vscode', '.devcontainer'].flatMap(listFiles)) {
    it(`are JSON with comments: ${path}`, () => expect(readJsonWithComments(path)).to.not.deep.equal({}));
  }

  it("have a task for each way to run a test file, using mocha's configurations", () => {
    const commands = tasks.flatMap(({ command }) => textOf(command) ?? []);
    for (const [, config = ''] of commands.join('\n').matchAll(/--config (\S+)/g)) {
      expect(existsSync(join(root, config)), config).to.equal(true);
    }
    expect(scripts).to.include.members(tasks.flatMap(({ script }) => textOf(script) ?? []));
    expect(scripts).to.include.members(commands.flatMap(findScripts));
  });

  it('debug programs that exist, after tasks that exist', () => {
    const labels = tasks.map(({ label }) => label);
    for (const { name, program, args, preLaunchTask } of configurations) {
      const paths = findPaths([...(textOf(program) ? [String(program)] : []), ...textsOf(args)]);
      for (const path of paths) expect(existsSync(join(root, path)), `${name}: ${path}`).to.equal(true);
      if (preLaunchTask) expect(labels).to.include(preLaunchTask);
    }
  });

  it('attach to the port that npm run dev opens with --inspect', () => {
    expect(configurations.find(({ request }) => request === 'attach')).to.include({ type: 'node', port: 9229 });
  });
});

describe('The dev container', () => {
  const container = readJsonWithComments('.devcontainer/devcontainer.json');

  it('has the Node version from .nvmrc, on Debian, and a non-root user', () => {
    expect(container['image']).to.match(new RegExp(`:${readText('.nvmrc').trim()}-bookworm$`));
    expect(container).to.include({ remoteUser: 'node' });
  });

  it('forwards the ports of npm start, and is set up with an existing program', () => {
    expect(container['forwardPorts']).to.deep.equal([8080, 8081, 8082]);
    const [program, ...args] = String(container['postCreateCommand']).split(' ');
    expect(program).to.equal('node');
    for (const path of args) expect(existsSync(join(root, path)), path).to.equal(true);
  });
});
