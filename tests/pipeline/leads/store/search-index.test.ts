import {
  chooseRarest,
  createSearchCondition,
  createSearchFields,
  type IndexedPart,
} from '@plotline/pipeline/leads/store/search-index';
import { expect } from 'chai';

type Contact = Parameters<typeof createSearchFields>[0];

const contact = { name: 'María da Silva', email: 'maria.silva+plots@example.com', phone: '+351 910-234 567' };

const readPatterns = ({ keys }: IndexedPart): readonly RegExp[] => Object(keys['derived.search_keys']).$in;

/** Returns whether the index would find the lead by the term. Null if the index is not used. */
function isOffered(term: string, lead: Contact = contact, country = ''): boolean | null {
  const parts = createSearchCondition(term, country)?.indexed ?? [];
  if (parts.length === 0) return null;
  const keys = createSearchFields(lead).search_keys;
  return parts.every((part) => keys.some((key) => readPatterns(part).some((pattern) => pattern.test(key))));
}

/** Returns whether the lead matches the term. Also checks that the index finds every match. */
function isMatch(term: string, lead: Contact = contact, country = ''): boolean {
  const pattern: unknown = Object(createSearchCondition(term, country)?.matches)['derived.search_text'];
  const matches = pattern instanceof RegExp && pattern.test(createSearchFields(lead).search_text);
  if (matches) expect(isOffered(term, lead, country), `${term} in the index`).to.not.equal(false);
  return matches;
}

function substringsOf(text: string, shortest: number): string[] {
  const found: string[] = [];
  for (let start = 0; start < text.length; start += 1) {
    for (let end = start + shortest; end <= text.length; end += 1) found.push(text.slice(start, end));
  }
  return found;
}

describe('the search index of leads', () => {
  for (const text of [...contact.name.split(' '), contact.email, '351910234567']) {
    it(`finds the lead by every part of ${text} that is long enough, in upper or lower case`, () => {
      for (const part of substringsOf(text, 3)) {
        expect(isOffered(part.toUpperCase()), part).to.equal(true);
        expect(isOffered(part.toLowerCase()), part).to.equal(true);
      }
    });
  }

  it('is not used for terms of one or two letters or digits', () => {
    for (const term of ['a', 'ma', '35', '+35', 'ma si', '12 34']) expect(isOffered(term), term).to.equal(null);
  });

  it('does not find leads that lack part of the term', () => {
    for (const term of ['zzz', 'zzzzz', '00000', 'mariaa', 'lisboa']) expect(isOffered(term), term).to.equal(false);
  });

  it('finds every word, in any order', () => {
    for (const term of ['silva maria', 'da, silva ARIA', ' maria  silva ', 'plots silva 910', 'maria maria']) {
      expect(isMatch(term), term).to.equal(true);
    }
    for (const term of ['maria santos', 'silva 911', 'mariada']) expect(isMatch(term), term).to.equal(false);
    expect(createSearchCondition(' , ')).to.equal(null);
  });

  for (const text of [contact.name, contact.email, '351910234567']) {
    it(`matches every part of ${text}, in any case and length`, () => {
      for (const part of substringsOf(text, 1)) {
        if (part.trim() !== '') expect(isMatch(part.toUpperCase()), part).to.equal(true);
      }
    });
  }

  it('compares phone numbers with the digits of terms that look like a phone number', () => {
    for (const term of ['(910) 234', '+351', '910-234-567', '5 6 7', '351 910 234 567', '91 02 34 56 7'])
      expect(isMatch(term), term).to.equal(true);
    for (const term of ['+910', 'x7', 'unit 910', '91023@', 'm.910234@example.org', '- -', '(', 'tel:']) {
      expect(isMatch(term, { ...contact, email: 'maria@example.com' }), term).to.equal(false);
    }
    expect(isOffered('(910) 234')).to.equal(true);
  });

  for (const phone of ['+44 20 7946 0000 ext 12', 'tel:+351912345678', '7946 0000 x12', '0800-REAL 4567']) {
    it(`finds the phone number ${phone} by the same text`, () => {
      expect(isMatch(phone, { ...contact, phone })).to.equal(true);
      expect(isOffered(phone, { ...contact, phone })).to.equal(true);
    });
  }

  it('finds a Greek name by every prefix, even though a final sigma looks different', () => {
    const name = 'ΓΙΏΡΓΟΣΑ ΠΑΠΑΔΟΠΟΎΛΟΣ';
    for (const part of substringsOf(name, 1).filter((one) => one.trim() !== '')) {
      expect(isMatch(part, { ...contact, name }), part).to.equal(true);
      expect(isMatch(part.toLowerCase(), { ...contact, name }), part).to.equal(true);
    }
  });

  it('finds letters with and without accents, in any Unicode composition and script', () => {
    for (const [stored, typed] of [
      ['José Peña', 'jose PENA'],
      ['Łukasz Müller', 'muller lukasz'],
      ['محمد أحمد', 'احمد'],
      ['فاطمة', 'فاطمه'],
      ['مُحَمَّد', 'محمد'],
      ['محمد أحمد', 'مُحَمَّد'],
      ['王小明', '小明王'.slice(0, 2)],
      ['Ｎｏｏｒ', 'noor'],
      ['Jos\u00e9', 'Jose\u0301'],
      ['Jose\u0301', 'JOS\u00c9'],
      ['J\u030cana', '\u01f0ana'],
    ] as const) {
      expect(isMatch(typed, { ...contact, name: stored }), stored).to.equal(true);
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
      for (const part of substringsOf(stored, 3)) {
        expect(isMatch(part.toUpperCase(), { ...contact, name: stored }), part).to.equal(true);
      }
    });
  }

  it('reports the minimum number of known characters in a key, which is at least three', () => {
    for (const [term, known] of [
      ['may', 3],
      ['maya', 3],
      ['maria', 4],
      ['2345', 3],
      ['+351', 3],
      ['maria@example', 12],
      ['al maria', 4],
    ] as const) {
      expect(createSearchCondition(term)?.indexed[0]?.knownCharacters, term).to.equal(known);
    }
  });

  it('searches by the part of a term that is rarest in a sample, or otherwise by the longest part', () => {
    const parts = createSearchCondition('kha buyers maya')?.indexed ?? [];
    const lead = (name: string) => ({ name, email: 'x@buyers.example', phone: null });
    const choose = (names: readonly string[]) =>
      chooseRarest(
        parts,
        names.map((name) => createSearchFields(lead(name)).search_text),
      )?.pattern.source;
    expect(choose([])).to.equal('buyers');
    expect(choose(['Ana Khan', 'Maya Costa', 'Ed Khan'])).to.equal('maya');
    expect(choose(['Maya Costa'])).to.equal('kha');
  });

  it('finds a phone number in any spelling of its international form', () => {
    const spellings = ['+971501238888', '00971501238888', '+971 50 123 8888', '(+971) 50-123-8888', '971501238888'];
    for (const phone of spellings) {
      for (const term of [...spellings, '1238888', '50 123', '+97150', '0097150', 'tel:+971501238888', '٥٠١٢٣']) {
        expect(isMatch(term, { ...contact, phone }), `${phone} by ${term}`).to.equal(true);
      }
      for (const term of ['+50123', '00501', '0501238888'])
        expect(isMatch(term, { ...contact, phone }), `${phone} by ${term}`).to.equal(false);
    }
    expect(isMatch('002', { ...contact, phone: '+351 910 002' })).to.equal(true);
    expect(isMatch('002', { ...contact, phone: '+20 100 200 300' })).to.equal(true);
    expect(isMatch('002', { ...contact, phone: '+20 111 222 333' })).to.equal(false);
    expect(isMatch('+44 20 7946', { ...contact, phone: '+44 (0)20 7946 0000' })).to.equal(true);
    expect(isMatch('02079460000', { ...contact, phone: '+44 (0)20 7946 0000' })).to.equal(true);
  });

  it("reads national phone numbers as people in the workspace's country dial them", () => {
    for (const phone of ['+971501238888', '00971501238888', '0501238888', '050 123 8888', '501238888']) {
      for (const term of ['0501238888', '050 123 8888', '+971 50 123 8888', '00971501238888', '971501238888']) {
        expect(isMatch(term, { ...contact, phone }, 'AE'), `${phone} by ${term}`).to.equal(true);
      }
    }
    expect(isMatch('050123', { ...contact, phone: '+971501238888' }, 'AE')).to.equal(true);
    expect(isMatch('+971501', { ...contact, phone: '0501238888' }, 'AE')).to.equal(true);
    expect(isMatch('971501', { ...contact, phone: '0501238888' }, 'AE')).to.equal(true);
    expect(isMatch('050123', { ...contact, phone: '+44501238888' }, 'AE')).to.equal(false);
    expect(isMatch('06 12 34 56 78', { ...contact, phone: '+33612345678' }, 'FR')).to.equal(true);
    expect(isMatch('silva 050 123 8888', { ...contact, phone: '+971501238888' }, 'AE')).to.equal(true);
  });

  it('finds a phone number with digits in any script by a term in any script', () => {
    const [arabic, wide] = ['٠٩١٢ ٣٤٥', '０９１２３４５'];
    for (const phone of [arabic, wide, '0912-345']) {
      for (const term of [arabic, wide, '0912345', '۹۱۲۳']) {
        expect(isMatch(term, { ...contact, phone }), `${phone} by ${term}`).to.equal(true);
      }
    }
  });

  it('does not match text across two fields', () => {
    for (const term of ['silvamaria', 'com351', 'plots+910']) expect(isMatch(term), term).to.equal(false);
  });

  it('treats special characters of patterns literally', () => {
    expect(isMatch('ma.*va')).to.equal(false);
    expect(isMatch('.silva+plots')).to.equal(true);
    expect(() => createSearchCondition('[(*')).to.not.throw();
  });

  it('has at most one key for every two characters', () => {
    const length = contact.name.length + contact.email.length + 12;
    expect(createSearchFields(contact).search_keys.length).to.be.at.most(Math.ceil(length / 2));
  });

  it('has no phone keys for a lead without a phone number', () => {
    const fields = createSearchFields({ ...contact, phone: null });
    expect(fields.search_keys.some((key) => key.startsWith('\u0001'))).to.equal(false);
  });
});
