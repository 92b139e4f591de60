import type { Check, Inconsistency } from '@plotline/kit/ops/doctor/check';
import { runDoctor } from '@plotline/kit/ops/doctor/run-doctor';
import { type Databases, ServerWatch } from '@plotline/kit/store/connection/connect';
import { expect } from 'chai';
import mongoose from 'mongoose';

const databases: Databases = {
  live: mongoose.createConnection(),
  sandbox: mongoose.createConnection(),
  watch: new ServerWatch('mongodb://127.0.0.1:1'),
  close: async () => undefined,
};

const wrong = (id: string, found: unknown = 1): Inconsistency => ({
  workspace_id: 'ws_1',
  id,
  expected: 2,
  found,
});

/** Creates a check that returns these findings one after the other, then repeats the last. */
function createCheck(looks: Inconsistency[][], repair?: () => Promise<void>): Check {
  return {
    name: 'numbers',
    nextStep: 'count by hand',
    find: async function* () {
      const [first = []] = looks;
      if (looks.length > 1) looks.shift();
      yield* first;
    },
    ...(repair && { repair }),
  };
}

async function run(check: Check, ...args: string[]) {
  const lines: object[] = [];
  const only = ['--mode', 'live', '--wait', '0', '--check', 'numbers', ...args];
  const code = await runDoctor({ name: 'things', databases }, [check], only, (line) => lines.push(line));
  return { code, lines };
}

const summary = (found: number, repaired: number, complete = true) => ({
  service: 'things',
  checks: 1,
  found,
  repaired,
  complete,
});

describe('runDoctor', () => {
  it('reports only findings that it sees twice, as of the second look, and skips work in progress', async () => {
    const looks = [
      [wrong('a'), wrong('b')],
      [wrong('b', 3), wrong('c')],
    ];
    const { code, lines } = await run(createCheck(looks));
    expect(code).to.equal(1);
    const told = { service: 'things', check: 'numbers', mode: 'live', ...wrong('b', 3), next: 'count by hand' };
    expect(lines).to.deep.equal([told, summary(1, 0)]);
  });

  it('exits with 0 when nothing is found', async () => {
    expect(await run(createCheck([[]]))).to.deep.equal({ code: 0, lines: [summary(0, 0)] });
    expect((await run(createCheck([[wrong('a')], []]))).code).to.equal(0);
  });

  it('repairs only on request, and reports the remaining findings', async () => {
    let repairs = 0;
    const create = () => {
      const looks = [[wrong('a'), wrong('b')]];
      return createCheck(looks, async () => {
        repairs += 1;
        looks.splice(0, 1, [wrong('b')]);
      });
    };
    expect((await run(create())).lines.at(-1)).to.deep.equal(summary(2, 0));
    expect(repairs).to.equal(0);
    const [first] = (await run(create())).lines;
    expect(first).to.include({ next: 'run doctor.js --check numbers --repair' });
    const { code, lines } = await run(create(), '--repair');
    expect([code, repairs]).to.deep.equal([1, 1]);
    expect(lines.map((line) => Reflect.get(line, 'repaired'))).to.deep.equal([true, false, 1]);
    expect(lines.map((line) => Reflect.get(line, 'next'))).to.deep.equal([undefined, 'count by hand', undefined]);
  });

  it('reports that there are more findings than it lists', async () => {
    const many = Array.from({ length: 1_200 }, (_, place) => wrong(`id_${place}`));
    const { lines } = await run(createCheck([many]));
    expect(lines).to.have.length(1_001);
    expect(lines.at(-1)).to.deep.equal(summary(1_000, 0, false));
  });

  it('refuses invalid arguments', async () => {
    expect((await run(createCheck([[]]), '--mode', 'test')).code).to.equal(2);
    expect((await run(createCheck([[]]), '--wait', 'long')).code).to.equal(2);
  });
});
