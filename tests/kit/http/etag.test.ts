import { assertIfMatch, entityTag, namesTag } from '@plotline/kit/http/etag';
import { expect } from 'chai';
import { refusalOf } from '../../support/refusal-of.js';

describe('an entity tag', () => {
  const tag = entityTag('{"id":"a"}');

  it('is strong, the same for the same text, and another for any other', () => {
    expect(tag).to.match(/^"[\w-]{27}"$/);
    expect(entityTag('{"id":"a"}')).to.equal(tag);
    expect(entityTag('{"id":"b"}')).to.not.equal(tag);
    expect(entityTag('{"id":"a"} ')).to.not.equal(tag);
  });

  for (const header of [tag, '*', ' * ', `"other", ${tag}`, `${tag},"other"`, `W/${tag}`]) {
    it(`is named by ${header.replace(tag, 'TAG')}`, () => {
      expect(namesTag(header, tag)).to.equal(true);
    });
  }

  for (const header of ['', '"other"', `"x${tag}y"`, tag.slice(1, -1), '"*"']) {
    it(`is not named by ${header.replace(tag, 'TAG') || 'nothing'}`, () => {
      expect(namesTag(header, tag)).to.equal(false);
    });
  }
});

describe('If-Match', () => {
  const record = { id: 'a', version: 12 };
  const sent = (value?: string) => (name: string) => (name === 'if-match' ? value : undefined);

  it('lets a change through that names the version in any representation, any version, or nothing', () => {
    const tags = [entityTag('{"id":"a"}', 12), entityTag('{"id":"a","agent":null}', 12)];
    for (const header of [undefined, '*', ...tags, `"other", ${tags[0]}`]) {
      expect(() => assertIfMatch(sent(header), record)).to.not.throw();
    }
  });

  it('stops a change of what has changed since', async () => {
    for (const header of [entityTag('{"id":"a"}', 11), entityTag('{"id":"a"}', 1), '', '"x"', '12-', 'W/"12-x"']) {
      expect((await refusalOf(() => assertIfMatch(sent(header), record))).code).to.equal('PRECONDITION_FAILED');
    }
  });
});
