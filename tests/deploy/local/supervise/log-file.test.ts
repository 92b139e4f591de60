import { appendFileSync, closeSync, existsSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openLog, readLogSize, readLogTail, rotateLog } from '@plotline/local/supervise/log-file';
import { expect } from 'chai';
import { temporaryDirectory } from '../stubs/temporary-directory.js';

describe('a log file', () => {
  const directory = temporaryDirectory();

  it('shows only the last lines since the process was started', () => {
    const file = join(directory, 'lives.log');
    writeFileSync(file, 'earlier life\n');
    const from = readLogSize(file);
    appendFileSync(file, 'one\ntwo\nthree\n');
    expect(readLogTail(file, from, 2)).to.deep.equal(['two', 'three']);
    expect(readLogTail(file, from, 10)).to.deep.equal(['one', 'two', 'three']);
  });

  it('has no lines when it does not exist', () => {
    expect(readLogTail(join(directory, 'none.log'), 0, 5)).to.deep.equal([]);
  });

  it('is moved aside once it exceeds 5 MiB, while its writer continues', () => {
    const file = join(directory, 'large.log');
    const writer = openLog(file);
    writeSync(writer, Buffer.alloc(5 * 1024 * 1024 + 1, 'x'));
    rotateLog(file);
    writeSync(writer, 'after\n');
    closeSync(writer);
    expect(readFileSync(file, 'utf8')).to.equal('after\n');
    expect(readLogSize(`${file}.1`)).to.equal(5 * 1024 * 1024 + 1);
  });

  it('is left unchanged up to 5 MiB', () => {
    const file = join(directory, 'small.log');
    writeFileSync(file, Buffer.alloc(5 * 1024 * 1024, 'x'));
    rotateLog(file);
    expect(readLogSize(file)).to.equal(5 * 1024 * 1024);
    expect(existsSync(`${file}.1`)).to.equal(false);
  });
});
