import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';

const root = join(import.meta.dirname, '..', '..');

/** Runs mocha on one file with this checkout's configuration, but without the current run's variables. */
function mocha(spec: string): { lines: string[]; status: number | null } {
  const folder = mkdtempSync(join(tmpdir(), 'plotline-spec-'));
  const file = join(folder, 'spec.cjs');
  writeFileSync(file, spec);
  try {
    const { NODE_OPTIONS: _options, PLOTLINE_TEST_TIMES: _times, ...env } = process.env;
    const arguments_ = [join(root, 'node_modules', 'mocha', 'bin', 'mocha.js'), '--config', '.mocharc.json', file];
    const { stdout, status } = spawnSync(process.execPath, arguments_, { cwd: root, env, encoding: 'utf8' });
    return { lines: stdout.trimEnd().split('\n'), status };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the closing line of a test run', () => {
  it('counts passed tests', () => {
    const { lines, status } = mocha("it('a', () => {}); it('b', () => {});");
    expect(lines.at(-1)).to.equal('2 passed, 0 failed');
    expect(status).to.equal(0);
  });

  it('counts failures, including failures in hooks, and skipped tests', () => {
    const { lines, status } = mocha(`
      it('a', () => {}); it('b', () => { throw new Error('b'); }); xit('c', () => {});
      describe('d', () => { before(() => { throw new Error('d'); }); it('e', () => {}); });
    `);
    expect(lines.at(-1)).to.equal('1 passed, 2 failed, 1 skipped');
    expect(status).to.equal(2);
  });

  it('is missing in a run without tests, and the run fails', () => {
    expect(mocha('').status).to.not.equal(0);
  });
});
