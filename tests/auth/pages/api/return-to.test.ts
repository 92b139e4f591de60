import { parseReturnTo } from '@plotline/auth/pages/api/return-to';
import { expect } from 'chai';

describe('parseReturnTo', () => {
  for (const path of [
    '/auth/account',
    '/dashboard/',
    '/dashboard/ws_1/live/pipeline?stage=viewing',
    '/oauth/authorize?client_id=app_1&state=%22&redirect_uri=https://app.example/',
  ]) {
    it(`accepts ${path}`, () => expect(parseReturnTo(path)).to.equal(path));
  }

  const foreign = [
    undefined,
    null,
    '',
    'auth/account',
    'https://evil.example/auth/account',
    '//evil.example/auth/',
    '/\\evil.example/auth/',
    '/\t/evil.example/auth/',
    '/auth/..//evil.example/',
    '/auth/../v1/leads',
    'javascript:alert(1)',
    '/docs',
    '/dashboard',
    '/dashboard/..//evil.example/',
  ];
  for (const text of foreign) {
    it(`refuses ${JSON.stringify(text)}`, () => expect(parseReturnTo(text)).to.equal(undefined));
  }
});
