import { matchEach, toSearchPattern, toSearchText, toSearchWords } from '@plotline/kit/core/normalize-text';
import { expect } from 'chai';

describe('toSearchWords', () => {
  it('splits at white space and commas in any script', () => {
    for (const term of ['Haddad, Noor', ' haddad\u00a0 noor ', 'haddad،noor', 'haddad\uff0cnoor', 'haddad\tnoor\n']) {
      expect(toSearchWords(term), term).to.deep.equal(['haddad', 'noor']);
    }
    expect(toSearchWords(' , ')).to.deep.equal([]);
  });

  it('refuses more than ten words', () => {
    expect(toSearchWords('a '.repeat(10))).to.have.length(10);
    expect(() => toSearchWords('a '.repeat(11)))
      .to.throw()
      .with.property('details')
      .that.deep.equals([{ field: 'search', message: 'must have at most 10 words' }]);
  });
});

describe('toSearchPattern', () => {
  const text = toSearchText(['Noor Haddad', null, 'Dubai Marina (West)']);

  it('matches every word in any order, anywhere in the texts', () => {
    for (const term of ['haddad noor', 'NOOR', 'oor rina', 'marina, dubai', '(west', 'noor noor']) {
      expect(text, term).to.match(toSearchPattern(term) ?? /none/);
    }
    for (const term of ['noor nasser', 'noorhaddad', 'haddaddubai', 'n.or', '[n']) {
      expect(text, term).to.not.match(toSearchPattern(term) ?? /$/);
    }
  });

  it('returns null if there are no words', () => {
    expect(toSearchPattern(' ')).to.equal(null);
  });

  it('takes time proportional to the length of the text', () => {
    const long = 'ab'.repeat(50_000);
    const startedAt = performance.now();
    expect(matchEach(['abc', 'bac', 'aab', 'x']).test(long)).to.equal(false);
    expect(performance.now() - startedAt).to.be.below(1_000);
  });
});
