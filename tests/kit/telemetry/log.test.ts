import { Writable } from 'node:stream';
import { createLog } from '@plotline/kit/telemetry/log';
import { expect } from 'chai';
import { pino } from 'pino';

describe('createLog', () => {
  /**
   * Returns the log output of a service. The service writes to standard output, so this uses its settings with another
   * stream.
   */
  function written(work: (log: ReturnType<typeof createLog>) => void): string {
    const lines: string[] = [];
    const stream = new Writable({
      write: (chunk, _encoding, done) => {
        lines.push(String(chunk));
        done();
      },
    });
    const log = createLog('test', 'info');
    Reflect.set(log, pino.symbols.streamSym, stream);
    work(log);
    return lines.join('');
  }

  it('hides credentials by field name', () => {
    const text = written((log) =>
      log.info({ authorization: 'Bearer hunter2', password: 'hunter2', route: 'x' }, 'said'),
    );
    expect(text).to.include('"route":"x"').and.not.contains('hunter2');
  });

  it('logs only the type, message, code and stack of an error', () => {
    const error = Object.assign(
      new Error('connect amqp://guest:hunter2@127.0.0.1 failed', { cause: new Error('refused') }),
      {
        code: 'ECONNREFUSED',
        documents: [{ password_hash: 'hunter2' }],
        headers: { authorization: 'Bearer hunter2' },
      },
    );
    const text = written((log) => log.error({ err: error }, 'failed'));
    expect(text).to.not.include('hunter2');
    expect(JSON.parse(text).err).to.include({
      type: 'Error',
      code: 'ECONNREFUSED',
      message: 'connect amqp://127.0.0.1 failed',
    });
    expect(JSON.parse(text).err.cause.message).to.equal('refused');
  });

  it('writes one line of JSON with the service and the time', () => {
    const line = JSON.parse(written((log) => log.info('hello')));
    expect(line).to.include({ service: 'test', namespace: 'plotline', msg: 'hello' });
    expect(line).to.include.keys('version', 'instance');
    expect(new Date(line.time).getTime()).to.be.closeTo(Date.now(), 60_000);
  });
});
