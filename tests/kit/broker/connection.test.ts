import { createBroker } from '@plotline/kit/broker/broker';
import { expect } from 'chai';
import { pino } from 'pino';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/free-port.js';

describe('an unreachable broker', () => {
  it('logs one warning per connection at first, and then only debug lines', async () => {
    const lines: { level: number; msg: string; connection: string }[] = [];
    const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const broker = await createBroker({ url: `amqp://127.0.0.1:${await freePort()}`, log });
    const told = (level: number) =>
      lines.filter((line) => line.level === level && line.msg === 'broker unreachable').map((line) => line.connection);
    // Each connection retries within a second.
    await eventually(() => expect(told(20)).to.include.members(['publishing', 'consuming']));
    await broker.close();
    expect(told(40)).to.have.members(['publishing', 'consuming']);
  });
});
