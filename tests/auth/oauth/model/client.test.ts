import { isRegisteredRedirect, parseClientRequest } from '@plotline/auth/oauth/model/client';
import { expect } from 'chai';
import { faultyFields } from '../../../support/refusal-of.js';

const request = { name: 'Portal', redirect_uris: ['https://portal.example/callback'], scopes: ['read:leads'] };

describe('parseClientRequest', () => {
  for (const uri of [
    'https://portal.example/callback?a=1',
    'http://localhost:3000/callback',
    'http://127.0.0.1/',
    'http://[::1]:8000/callback',
    'https://[2001:db8::1]/callback',
    'https://xn--bcher-kva.example/callback',
    'com.example.portal:/callback',
  ]) {
    it(`accepts the redirect URI ${uri} unchanged`, () => {
      expect(parseClientRequest({ ...request, redirect_uris: [uri] }).redirect_uris).to.deep.equal([uri]);
    });
  }

  for (const uri of [
    '',
    '/callback',
    'portal.example/callback',
    'https://portal.example/callback#part',
    'https://portal.example/callback#',
    'http://portal.example/callback',
    'https://*.com/callback',
    'https://portal.example;sandbox/callback',
    'https://portal.example,https/callback',
    'https://ada:secret@portal.example/callback',
    'https://portal.example/call back',
    'javascript:alert(1)',
    'data:text/html,hello',
    'file:///etc/hosts',
    `https://portal.example/${'x'.repeat(2_000)}`,
  ]) {
    it(`refuses the redirect URI ${uri.slice(0, 50) || '(empty)'}`, async () => {
      const redirects = [...request.redirect_uris, uri];
      expect(await faultyFields(() => parseClientRequest({ ...request, redirect_uris: redirects }))).to.deep.equal([
        'redirect_uris[1]',
      ]);
    });
  }

  const faults: readonly (readonly [string, object, string])[] = [
    ['no name', { name: '' }, 'name'],
    ['a name that reverses what is written', { name: 'Portal \u202Eknab' }, 'name'],
    ['a long name', { name: 'x'.repeat(101) }, 'name'],
    ['no redirect URI', { redirect_uris: [] }, 'redirect_uris'],
    ['21 redirect URIs', { redirect_uris: Array.from({ length: 21 }, () => 'https://a.example') }, 'redirect_uris'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['admin', 'openid'] }, 'scopes'],
  ];
  for (const [title, change, field] of faults) {
    it(`refuses ${title} with a VALIDATION_ERROR for ${field}`, async () => {
      expect(await faultyFields(() => parseClientRequest({ ...request, ...change }))).to.deep.equal([field]);
    });
  }
});

describe('isRegisteredRedirect', () => {
  const redirect_uris = [
    'https://portal.example/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:8000/callback?app=1',
    'http://localhost/callback',
  ];

  for (const uri of [
    ...redirect_uris,
    'http://127.0.0.1:1/callback',
    'http://127.0.0.1:65535/callback',
    'http://[::1]/callback?app=1',
    'http://[::1]:53219/callback?app=1',
  ]) {
    it(`accepts ${uri}`, () => expect(isRegisteredRedirect({ redirect_uris }, uri)).to.equal(true));
  }

  for (const uri of [
    'https://portal.example:8443/callback',
    'https://portal.example/callback/',
    'http://localhost:53219/callback',
    'https://127.0.0.1:53219/callback',
    'http://127.0.0.2:53219/callback',
    'http://127.0.0.1:53219/other',
    'http://127.0.0.1:53219/callback?next=x',
    'http://127.0.0.1:53219/callback#part',
    'http://127.0.0.1:53219',
    'http://127.0.0.1:0/callback',
    'http://127.0.0.1:65536/callback',
    'http://127.0.0.1:x/callback',
    'http://127.0.0.1:/callback',
    'http://127.0.0.1:80@evil.example/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://ada@127.0.0.1:53219/callback',
    'HTTP://127.0.0.1:53219/callback',
    'http://[::1]:53219/callback',
    '',
  ]) {
    it(`refuses ${uri || '(empty)'}`, () => expect(isRegisteredRedirect({ redirect_uris }, uri)).to.equal(false));
  }
});
