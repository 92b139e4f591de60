import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { BrowserSession } from './browser-session.js';

describe('Requests for pages', () => {
  const auth = useFixture(startAuth);
  let lines: unknown[];
  before(() => {
    auth().runtime.log.info = (...[line, message]: unknown[]) => {
      if (message === 'answered') lines.push(line);
    };
  });
  beforeEach(() => {
    lines = [];
  });

  const countOf = async (route: string, status: number): Promise<number> => {
    const text = await auth().runtime.metrics.registry.metrics();
    const labels = [`route="${route}"`, `status="${status}"`];
    const isOf = (line: string) => line.includes('_count{') && labels.every((label) => line.includes(label));
    const line = text.split('\n').find(isOf);
    return Number(line?.split(' ').at(-1) ?? 0);
  };

  it('each have a line in the access log and a metric with their route pattern', async () => {
    const browser = new BrowserSession(auth().url);
    const page = await browser.get('/auth/sign-in?return_to=/auth/account');
    await browser.submit('/auth/sign-in', page, { email: 'nobody@example.com', password: 'a long password' });
    await browser.get('/auth/account');
    await browser.post('/auth/account/sessions/session_7/end', {});
    await browser.get(/href="(\/auth\/assets\/pages[^"]*)"/.exec(page.text)?.[1] ?? '');
    const expected = [
      ['GET', '/auth/sign-in', 200],
      ['POST', '/auth/sign-in', 401],
      ['GET', '/auth/account', 303],
      ['POST', '/auth/account/sessions/:id/end', 303],
      ['GET', '/auth/assets/:name', 200],
    ] as const;
    await eventually(() => expect(lines).to.have.length(expected.length));
    for (const [index, [method, route, status]] of expected.entries()) {
      expect(lines[index]).to.include({ method, route, status });
      expect(lines[index]).to.have.all.keys('request_id', 'trace_id', 'method', 'route', 'status', 'duration_ms');
      expect(await countOf(route, status), route).to.equal(1);
    }
  });

  it('leave no link, code or address in the logs or the metrics', async () => {
    const browser = new BrowserSession(auth().url);
    await browser.get('/auth/confirm?token=pl_link_of_the_mail');
    await browser.get('/oauth/authorize?client_id=app_of_somebody&state=of_the_app');
    await browser.get('/oauth/unknown?code=pl_code_of_somebody');
    await eventually(() => expect(lines).to.have.length(3));
    const told = JSON.stringify(lines) + (await auth().runtime.metrics.registry.metrics());
    for (const secret of ['of_the_mail', 'of_somebody', 'of_the_app']) expect(told).to.not.include(secret);
  });

  it('are counted separately from the API operation with the same path', async () => {
    const body = { email: 'x', password: 'short', name: '', workspace_name: '' };
    const { status } = await auth().ask('POST', '/auth/sign-up', { body });
    await eventually(() => expect(lines).to.have.length(1));
    expect(lines[0]).to.include({ route: 'signUp', status });
    expect(await countOf('/auth/sign-up', status)).to.equal(0);
  });
});
