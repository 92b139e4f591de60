import { readDevArguments } from '@plotline/local/cli/dev-arguments';
import { expect } from 'chai';

describe('the arguments after npm run dev --', () => {
  it('are a program name, and optionally its inspector port', () => {
    expect(readDevArguments(['team'])).to.deep.equal({ name: 'team', inspectPort: undefined });
    expect(readDevArguments(['gateway', '--inspect'])).to.deep.equal({ name: 'gateway', inspectPort: 9_229 });
    expect(readDevArguments(['--inspect=9300', 'auth'])).to.deep.equal({ name: 'auth', inspectPort: 9_300 });
    expect(readDevArguments(['dashboard'])).to.deep.equal({ name: 'dashboard', inspectPort: undefined });
  });

  const refused: readonly (readonly [title: string, args: readonly string[], message: string])[] = [
    ['no name', [], '<auth | inventory | pipeline | team | webhook | transfer | connect | gateway | dashboard>'],
    ['another name', ['teams'], '"teams" can\'t be run from source: npm run dev -- <auth |'],
    ['two names', ['team', 'auth'], '"team auth"'],
    ['another option', ['team', '--watch'], '--watch'],
    ['an inspector for the dashboard', ['dashboard', '--inspect'], 'developer tools'],
    ...['0', '65536', '80a', ''].map(
      (port) => [`the port "${port}"`, ['team', `--inspect=${port}`], `not "${port}"`] as const,
    ),
  ];
  for (const [title, args, message] of refused) {
    it(`are rejected: ${title}`, () => {
      expect(() => readDevArguments(args)).to.throw(message);
    });
  }
});
