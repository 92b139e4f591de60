import { assertIfMatch, computeEntityTag, matchesTag } from '@plotline/kit/http/etag';
import { expect } from 'chai';
import { refusalOf } from '../../support/refusal-of.js';

describe('computeEntityTag and matchesTag', () => {
  const tag = computeEntityTag('{"id":"a"}');

  it('return a strong ETag that is equal only for equal text', () => {
    expect(tag).to.match(/^"[\w-]{27}"$/);
    expect(computeEntityTag('{"id":"a"}')).to.equal(tag);
    expect(computeEntityTag('{"id":"b"}')).to.not.equal(tag);
    expect(computeEntityTag('{"id":"a"} ')).to.not.equal(tag);
  });

  for (const header of [tag, '*', ' * ', `"other", ${tag}`, `${tag},"other"`, `W/${tag}`]) {
    it(`match ${header.replace(tag, 'TAG')}`, () => {
      expect(matchesTag(header, tag)).to.equal(true);
    });
  }

  for (const header of ['', '"other"', `"x${tag}y"`, tag.slice(1, -1), '"*"']) {
    it(`do not match ${header.replace(tag, 'TAG') || 'nothing'}`, () => {
      expect(matchesTag(header, tag)).to.equal(false);
    });
  }
});

describe('assertIfMatch', () => {
  const record = { id: 'a', version: 12 };
  const sent = (value?: string) => (name: string) => (name === 'if-match' ? value : undefined);

  it('accepts the tag of any representation of the version, *, or no header', () => {
    const tags = [computeEntityTag('{"id":"a"}', record), computeEntityTag('{"id":"a","agent":null}', record)];
    expect(new Set(tags).size, 'one for each representation').to.equal(2);
    for (const header of [undefined, '*', ...tags, `"other", ${tags[0]}`]) {
      expect(() => assertIfMatch(sent(header), record)).to.not.throw();
    }
  });

  it("refuses another record's tag, even for the same version", async () => {
    const other = computeEntityTag('{"id":"b"}', { id: 'b', version: 12 });
    expect((await refusalOf(() => assertIfMatch(sent(other), record))).code).to.equal('PRECONDITION_FAILED');
  });

  it('refuses the tag of another version', async () => {
    for (const header of [
      computeEntityTag('{"id":"a"}', { ...record, version: 11 }),
      computeEntityTag('{"id":"a"}', { ...record, version: 1 }),
      '',
      '"x"',
      '12-',
      'W/"12-x"',
    ]) {
      expect((await refusalOf(() => assertIfMatch(sent(header), record))).code).to.equal('PRECONDITION_FAILED');
    }
  });
});
