import { expect } from 'chai';
import { newOAuthApp } from '../../../support/oauth-app.js';
import { newPerson } from '../../../support/person.js';
import { startReceiver } from '../../../support/receiver.js';
import { system } from '../../../support/system.js';
import { useFixture } from '../../../support/use-fixture.js';
import { newWorkspace, type TestWorkspace } from '../../../support/workspace.js';
import { findMissing, runProgram } from './run-program.js';
import { type GuideSource, joinProgram, readGuideSources } from './snippets.js';

const languages = ['bash', 'js', 'python'];

/** Guides whose programs need values that only a person's browser gets. Separate tests run them. */
const byOwnTest = new Set(['oauth']);

describe('the guides', () => {
  const guides = readGuideSources();
  const receiver = useFixture(startReceiver);
  let workspace: TestWorkspace;
  let environment: NodeJS.ProcessEnv;

  before(async () => {
    workspace = await newWorkspace();
    const owner = await newPerson(workspace, 'owner');
    await workspace.sandbox.create('/v1/leads', { name: 'Somebody Else', email: 'somebody.else@example.com' });
    environment = {
      PLOTLINE_URL: system().urls.sandbox,
      PLOTLINE_AUTH_URL: system().urls.auth,
      PLOTLINE_KEY: workspace.testKey,
      PLOTLINE_EMAIL: owner.email,
      PLOTLINE_PASSWORD: owner.password,
      PLOTLINE_SESSION: owner.token,
      RECEIVER_URL: receiver().url,
    };
  });

  /** Runs a guide's code in a language. Reports it when the language is not installed. */
  async function run(
    guide: GuideSource,
    language: string,
    program = '',
    more: NodeJS.ProcessEnv = {},
  ): Promise<string> {
    const code = joinProgram(guide, language, program);
    const missing = findMissing(language, code);
    if (missing.length === 0) return runProgram(language, code, { ...environment, ...more });
    process.stdout.write(`      not run, as this machine has no ${missing.join(', ')}: ${language} of ${guide.name}\n`);
    return '';
  }

  for (const guide of guides.filter(({ name }) => !byOwnTest.has(name))) {
    const used = languages.filter((language) => joinProgram(guide, language) !== '');
    if (used.length === 0) continue;
    it(`${guide.name}: the snippets in ${used.join(', ')} work as described`, () =>
      Promise.all(used.map((language) => run(guide, language))));
  }

  const find = (name: string): GuideSource => {
    const found = guides.find((guide) => guide.name === name);
    if (!found) throw new Error(`There is no guide of the name ${name}.`);
    return found;
  };

  for (const [kind, confidential] of [
    ['a confidential app', true],
    ['a public app', false],
  ] as const) {
    it(`oauth: a person consents to ${kind}, which gets, uses, refreshes and revokes tokens`, async () => {
      const guide = find('oauth');
      const person = await newPerson(workspace, 'owner');
      const app = await newOAuthApp(person, ['read:leads', 'write:leads'], confidential);
      const values = {
        CLIENT_ID: app.clientId,
        ...(confidential && { CLIENT_SECRET: app.clientSecret }),
        REDIRECT_URI: app.redirectUri,
        CODE_VERIFIER: 'a-verifier-of-the-guide-that-nobody-can-guess-0123456789',
        STATE: 'a-state-of-the-guide',
      };
      await run(guide, 'bash', '', values);
      const address = new URL((await run(guide, 'js', 'authorize', values)).trim());
      const back = await app.agree(person, workspace.id, address);
      expect(back.searchParams.get('state')).to.equal(values.STATE);
      expect(back.searchParams.get('iss')).to.equal(system().urls.auth);
      await run(guide, 'js', '', { ...values, CODE: back.searchParams.get('code') ?? '' });
    });
  }

  it('errors: the unknown parameter is refused under strict handling', async function () {
    const told = await run(find('errors'), 'bash', 'refused').catch(String);
    if (told === '') this.skip();
    expect(told).to.include('"code":"VALIDATION_ERROR"').and.to.include('"field":"stge"');
  });

  it('rate-limits: the client waits for the time in a 429 response, and repeats its request', async function () {
    const api = await startReceiver();
    api.answer = (response) => {
      const headers = { 'X-RateLimit-Remaining': '1', ...(api.received.length === 1 && { 'Retry-After': '1' }) };
      response.writeHead(api.received.length === 1 ? 429 : 200, headers).end('{"meta": {"total": 7}}');
    };
    try {
      const printed = await run(find('rate-limits'), 'python', '', { PLOTLINE_URL: new URL(api.url).origin });
      if (printed === '') this.skip();
      expect(printed.trim()).to.equal('7');
      const [first, second] = api.received.map(({ at }) => at);
      expect(Number(second) - Number(first)).to.be.at.least(1_000);
    } finally {
      await api.stop();
    }
  });

  it('have a test for every snippet', () => {
    const known = [...languages, 'text', 'json', 'php', 'go'];
    const programs = ['', 'authorize', 'refused', 'verify', 'receiver', 'vectors'];
    for (const { name, snippets } of guides) {
      for (const { language, program } of snippets) {
        expect(known, name).to.include(language);
        expect(programs, name).to.include(program);
      }
    }
  });
});
