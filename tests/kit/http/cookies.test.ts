import { formatHostCookie, readCookie, toHostCookieName } from '@plotline/kit/http/cookies';
import { expect } from 'chai';

describe('cookies for a host', () => {
  it('have the prefix and the Secure attribute over https, but neither over http', () => {
    expect(formatHostCookie('a', 'x', 'https://auth.example', 60)).to.equal(
      '__Host-a=x; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
    expect(formatHostCookie('a', 'x', 'http://localhost:8082', 60)).to.equal(
      'a=x; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
    );
    expect(toHostCookieName('a', 'https://auth.example')).to.equal('__Host-a');
  });

  it('are found by their full name, and are undefined when missing', () => {
    expect(readCookie('b=1; __Host-a=x; a=y', '__Host-a')).to.equal('x');
    expect(readCookie('b=1', 'a')).to.equal(undefined);
    expect(readCookie(undefined, 'a')).to.equal(undefined);
  });
});
