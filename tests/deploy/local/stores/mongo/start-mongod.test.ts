import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startMongo } from '@plotline/local/stores/mongo/start-mongo';
import { findFreePorts } from '@plotline/local/supervise/free-ports';
import { expect } from 'chai';
import { isRunning } from '../../stubs/process-is-running.js';
import { temporaryDirectory } from '../../stubs/temporary-directory.js';

describe('a mongod on the PATH', () => {
  const directory = temporaryDirectory();
  const programs = join(directory, 'bin');
  const calls = join(directory, 'calls');

  before(() => {
    mkdirSync(programs);
    // Replaces mongod: records its arguments and accepts every command.
    const script = `#!${process.execPath}
      const { appendFileSync } = require('node:fs');
      const { createServer } = require('node:net');
      const { BSON } = require('bson');
      const note = (line) => appendFileSync(${JSON.stringify(calls)}, JSON.stringify(line) + '\\n');
      note(process.argv.slice(2));
      createServer((socket) => {
        let bytes = Buffer.alloc(0);
        socket.on('data', (chunk) => {
        bytes = Buffer.concat([bytes, chunk]);
        if (bytes.length < 4 || bytes.length < bytes.readInt32LE(0)) return;
        const command = BSON.deserialize(bytes.subarray(21));
        note(command);
        bytes = Buffer.alloc(0);
        const answer = Buffer.from(BSON.serialize({ ok: 1, isWritablePrimary: true }));
        const head = Buffer.alloc(21);
        head.writeInt32LE(21 + answer.length, 0);
        head.writeInt32LE(2013, 12);
        socket.write(Buffer.concat([head, answer]));
        });
      }).listen(Number(process.argv[process.argv.indexOf('--port') + 1]), '127.0.0.1');\n`;
    writeFileSync(join(programs, 'mongod'), script.replace("require('bson')", `require(${JSON.stringify(bson)})`), {
      mode: 0o755,
    });
  });

  const bson = join(process.cwd(), 'node_modules/bson');

  it('is started on the given port as a replica set with one member, and stopped', async () => {
    const { mongo: port } = await findFreePorts();
    const component = await startMongo({
      dataDirectory: join(directory, 'data'),
      port,
      environment: { PATH: programs },
      report: () => undefined,
    });
    expect(component).to.include({
      origin: 'mongod on the PATH',
      url: `mongodb://127.0.0.1:${port}/?replicaSet=plotline`,
    });
    const [mongod = 0, ...others] = component.processIds();
    expect(others).to.deep.equal([]);
    expect(isRunning(mongod)).to.equal(true);
    await component.stop();
    expect(isRunning(mongod)).to.equal(false);
    const [args, ...commands] = readFileSync(calls, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(args).to.include.members(['--replSet', 'plotline', '--bind_ip', '127.0.0.1', '--port', String(port)]);
    expect(commands.map((command) => Object.keys(command)[0])).to.include.members(['ping', 'replSetInitiate', 'hello']);
  });
});
