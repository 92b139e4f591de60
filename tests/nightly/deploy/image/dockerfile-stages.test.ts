import { expect } from 'chai';
import { root } from '../../../deploy/compose-file.js';
import { listContext } from './build-context.js';
import { readStages } from './dockerfile-stages.js';

describe('reader of the Dockerfile', () => {
  it('reads the instructions of each stage, with the defaults of arguments', () => {
    const text =
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the Dockerfile
      'ARG BASE=node:1\nFROM ${BASE} AS build\nRUN a \\\n  && b\nFROM build\nCOPY --from=build --chown=1:1 /a b ./\n';
    expect(readStages(text)).to.deep.equal([
      { name: 'build', base: 'node:1', steps: [{ kind: 'run', command: 'a \\\n  && b' }] },
      {
        name: 'image',
        base: 'build',
        steps: [{ kind: 'copy', copy: { from: 'build', owner: '1:1', sources: ['/a', 'b'], target: './' } }],
      },
    ]);
  });

  for (const line of [
    'ADD a b',
    'HEALTHCHECK NONE',
    'COPY --link a b',
    'COPY $A b',
    'RUN --mount=type=cache,target=/a b',
    'RUN ["a"]',
    'RUN <<END\na\nEND',
    'ENV A="b c"',
  ]) {
    it(`refuses what it can't carry out as Docker does: ${line.split('\n')[0]}`, () => {
      expect(() => readStages(`FROM a\n${line}\n`)).to.throw(/this test can't/i);
    });
  }
});

describe('reader of .dockerignore', () => {
  it('lists sources, manifests and the health check, and no installed package, build, secret or hidden file', () => {
    const files = listContext(root);
    expect(files).to.include.members(['.npmrc', 'gateway/src/main.ts', 'deploy/container/is-ready.mjs']);
    expect(files.filter((path) => /(^|\/)(node_modules|dist|\.[^/]+)(\/|$)|^deploy\/secrets/.test(path))).to.deep.equal(
      ['.npmrc'],
    );
  });
});
