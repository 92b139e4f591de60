import { createSearchCondition, createSearchFields } from '@plotline/pipeline/leads/store/search-index';
import { expect } from 'chai';

const contact = { name: 'María da Silva', email: 'maria.silva+plots@example.com', phone: '+351 910-234 567' };

/** Returns whether the index would find the lead by the term; null when the index is not used. */
function isOffered(term: string, lead = contact): boolean | null {
  const patterns = Object(createSearchCondition(term).indexed)['derived.search']?.$in;
  if (!patterns) return null;
  return createSearchFields(lead).search.some((key) => patterns.some((pattern: RegExp) => pattern.test(key)));
}

function substringsOf(text: string, shortest: number): string[] {
  const found: string[] = [];
  for (let start = 0; start < text.length; start += 1) {
    for (let end = start + shortest; end <= text.length; end += 1) found.push(text.slice(start, end));
  }
  return found;
}

describe('the search index of leads', () => {
  for (const text of [contact.name, contact.email, '351910234567']) {
    it(`finds the lead by every part of ${text} that is long enough, whatever its case`, () => {
      for (const part of substringsOf(text, 4)) {
        expect(isOffered(part.toUpperCase()), part).to.equal(true);
        expect(isOffered(part.toLowerCase()), part).to.equal(true);
      }
    });
  }

  it('is not used for short terms', () => {
    for (const term of ['a', 'ma', 'sil', '351', '+35 1']) expect(isOffered(term), term).to.equal(null);
  });

  it('does not find leads without any part of the term', () => {
    for (const term of ['zzzzz', '00000', 'mariaa', 'lisboa']) expect(isOffered(term), term).to.equal(false);
  });

  /** Returns whether the lead matches the term. */
  function isMatch(term: string, lead = contact): boolean {
    const pattern: unknown = Object(createSearchCondition(term).matches)['derived.text'];
    return pattern instanceof RegExp && pattern.test(createSearchFields(lead).text);
  }

  for (const text of [contact.name, contact.email, '351910234567']) {
    it(`matches every part of ${text}, whatever its case and length`, () => {
      for (const part of substringsOf(text, 1)) expect(isMatch(part.toUpperCase()), part).to.equal(true);
    });
  }

  it('compares phones with the digits of terms that can be a phone', () => {
    for (const term of ['(910) 234', '+351', '910-234-567', '5 6 7']) expect(isMatch(term), term).to.equal(true);
    for (const term of ['910 235', 'x7', 'unit 910', '91023@', 'm.910234@example.org', '- -', '(', 'tel:']) {
      expect(isMatch(term, { ...contact, email: 'maria@example.com' }), term).to.equal(false);
    }
    expect(isOffered('(910) 234')).to.equal(true);
  });

  for (const phone of ['+44 20 7946 0000 ext 12', 'tel:+351912345678', '7946 0000 x12', '0800-REAL 4567']) {
    it(`finds the phone ${phone} by the same text`, () => {
      expect(isMatch(phone, { ...contact, phone })).to.equal(true);
      expect(isOffered(phone, { ...contact, phone })).to.equal(true);
    });
  }

  it('finds a Greek name by every prefix, although a final sigma looks different', () => {
    const name = 'ΓΙΏΡΓΟΣΑ ΠΑΠΑΔΟΠΟΎΛΟΣ';
    for (const part of substringsOf(name, 1)) {
      expect(isMatch(part, { ...contact, name }), part).to.equal(true);
      expect(isMatch(part.toLowerCase(), { ...contact, name }), part).to.equal(true);
      if (part.length > 3) expect(isOffered(part, { ...contact, name }), part).to.equal(true);
    }
  });

  it('finds letters with accents in any composition', () => {
    for (const [stored, typed] of [
      ['Jos\u00e9', 'Jose\u0301'],
      ['Jose\u0301', 'JOS\u00c9'],
      ['J\u030cana', '\u01f0ana'],
    ] as const) {
      expect(isMatch(typed, { ...contact, name: stored }), stored).to.equal(true);
      expect(isOffered(typed, { ...contact, name: stored }), stored).to.equal(true);
    }
  });

  for (const [stored, typed] of [
    ['Anna Straße', 'STRASSE'],
    ['Anna STRASSE', 'straße'],
    ['Peter \ufb01nch', 'FINCH'],
    ['İbrahim Yıldız', 'ibrahim yildiz'],
  ] as const) {
    it(`finds ${stored} by ${typed}, and by every part of itself in upper case`, () => {
      expect(isMatch(typed, { ...contact, name: stored })).to.equal(true);
      for (const part of substringsOf(stored, 4)) {
        expect(isMatch(part.toUpperCase(), { ...contact, name: stored }), part).to.equal(true);
        expect(isOffered(part.toUpperCase(), { ...contact, name: stored }), part).to.equal(true);
      }
    });
  }

  it('uses no phone key of fewer than three digits, which many phones have', () => {
    const { indexed, knownCharacters } = createSearchCondition('2345');
    const patterns: readonly RegExp[] = Object(indexed)['derived.search'].$in;
    const ofPhones = patterns.filter((pattern) => pattern.source.includes('\u0001'));
    expect(ofPhones).to.have.length.above(3);
    for (const { source } of ofPhones) expect(source).to.match(/\d{3,}$/);
    expect(knownCharacters).to.equal(2);
  });

  it('reports the minimum number of known characters of a key', () => {
    for (const [term, known] of [
      ['maya', 2],
      ['maria', 3],
      ['(09) 58', 3],
      ['maria@example', 11],
    ] as const) {
      expect(createSearchCondition(term).knownCharacters, term).to.equal(known);
    }
  });

  it('finds a phone with digits of any script by a term in any script', () => {
    const [arabic, wide] = ['٠٩١٢ ٣٤٥', '０９１２３４５'];
    for (const phone of [arabic, wide, '0912-345']) {
      for (const term of [arabic, wide, '0912345', '۹۱۲۳']) {
        expect(isMatch(term, { ...contact, phone }), `${phone} by ${term}`).to.equal(true);
        expect(isOffered(term, { ...contact, phone }), `${phone} by ${term}`).to.equal(true);
      }
    }
  });

  it('does not match across the end of a field', () => {
    for (const term of ['silvamaria', 'silva maria', 'com351', 'com 351']) expect(isMatch(term), term).to.equal(false);
  });

  it('treats characters of patterns literally', () => {
    for (const term of ['silva+pl', '.silva', 'ria.s']) expect(isOffered(term), term).to.equal(true);
    expect(isOffered('ma.*va')).to.equal(false);
    expect(isMatch('ma.*va')).to.equal(false);
    expect(isMatch('.silva+plots')).to.equal(true);
    expect(() => createSearchCondition('[(*')).to.not.throw();
  });

  it('writes about a third of a key per character', () => {
    const length = contact.name.length + contact.email.length + 12;
    expect(createSearchFields(contact).search.length).to.be.at.most(Math.ceil(length / 3) + 3);
  });

  it('has no phone fields for a lead without a phone', () => {
    const fields = createSearchFields({ ...contact, phone: null });
    expect(fields.phone).to.equal(undefined);
    expect(fields.search.some((key) => key.startsWith('\u0001'))).to.equal(false);
  });
});
