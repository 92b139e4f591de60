import { checkClient } from '@plotline/auth/domain/client';
import { expect } from 'chai';
import { faultyFields } from '../../support/refusal-of.js';

const request = { name: 'Portal', redirect_uris: ['https://portal.example/callback'], scopes: ['read:leads'] };

describe('the request for an OAuth client', () => {
  for (const uri of [
    'https://portal.example/callback?a=1',
    'http://localhost:3000/callback',
    'http://127.0.0.1/',
    'com.example.portal:/callback',
  ]) {
    it(`may name ${uri} as redirect address, kept to the letter`, () => {
      expect(checkClient({ ...request, redirect_uris: [uri] }).redirect_uris).eql([uri]);
    });
  }

  for (const uri of [
    '',
    '/callback',
    'portal.example/callback',
    'https://portal.example/callback#part',
    'https://portal.example/callback#',
    'javascript:alert(1)',
    'data:text/html,hello',
    'file:///etc/hosts',
    `https://portal.example/${'x'.repeat(2_000)}`,
  ]) {
    it(`must not name ${uri.slice(0, 50) || 'an empty address'}`, async () => {
      const redirects = [...request.redirect_uris, uri];
      expect(await faultyFields(() => checkClient({ ...request, redirect_uris: redirects }))).eql(['redirect_uris[1]']);
    });
  }

  const faults: readonly (readonly [string, object, string])[] = [
    ['no name', { name: '' }, 'name'],
    ['a long name', { name: 'x'.repeat(101) }, 'name'],
    ['no address', { redirect_uris: [] }, 'redirect_uris'],
    ['21 addresses', { redirect_uris: Array.from({ length: 21 }, () => 'https://a.example') }, 'redirect_uris'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['admin', 'openid'] }, 'scopes'],
  ];
  for (const [title, change, field] of faults) {
    it(`is refused with ${title}, and the field named`, async () => {
      expect(await faultyFields(() => checkClient({ ...request, ...change }))).eql([field]);
    });
  }
});
