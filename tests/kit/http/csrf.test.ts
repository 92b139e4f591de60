import { createHmac } from 'node:crypto';
import { assertCsrfToken, assertSameOrigin, computeCsrfToken, isSafeMethod } from '@plotline/kit/http/cookies';
import { expect } from 'chai';

describe('computeCsrfToken and assertCsrfToken', () => {
  it('use HMAC-SHA-256 with the cookie as the key, in base64url', () => {
    const expected = createHmac('sha256', 'pl_session_x').update('csrf').digest('base64url');
    expect(computeCsrfToken('pl_session_x')).to.equal(expected);
  });

  it("accept only this cookie's token", () => {
    expect(() => assertCsrfToken('one', computeCsrfToken('one'))).to.not.throw();
    for (const wrong of [undefined, '', 'one', computeCsrfToken('two'), `${computeCsrfToken('one')}x`]) {
      expect(() => assertCsrfToken('one', wrong), String(wrong))
        .to.throw()
        .with.property('reason', 'csrf_token');
    }
  });
});

describe('assertSameOrigin', () => {
  const base = 'https://auth.example';
  const cases: readonly (readonly [string, Readonly<Record<string, string>>, boolean])[] = [
    ['no browser', {}, true],
    ['a page of ours', { origin: base }, true],
    ['a page of ours that sends both', { origin: base, 'sec-fetch-site': 'same-origin' }, true],
    ['a typed address', { 'sec-fetch-site': 'none' }, true],
    ['another host', { origin: 'https://evil.example' }, false],
    ['another port', { origin: `${base}:8443` }, false],
    ['another scheme', { origin: 'http://auth.example' }, false],
    ['an opaque origin', { origin: 'null' }, false],
    ['another site without an origin', { 'sec-fetch-site': 'cross-site' }, false],
  ];
  for (const [title, headers, isAllowed] of cases) {
    it(`${isAllowed ? 'lets in' : 'refuses'} ${title}`, () => {
      const check = () => assertSameOrigin(headers, base);
      if (isAllowed) expect(check).to.not.throw();
      else expect(check).to.throw().with.property('code', 'FORBIDDEN');
    });
  }

  it('accepts the safe methods', () => {
    expect(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', undefined].map(isSafeMethod)).to.deep.equal([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
