import { ContentDigest } from '@plotline/backup/model/content-digest';
import { expect } from 'chai';

function digestOf(...documents: readonly string[]) {
  const digest = new ContentDigest();
  for (const document of documents) digest.add(Buffer.from(document));
  return digest.value;
}

describe('the digest of a collection', () => {
  it('is the same for documents in any order', () => {
    expect(digestOf('a', 'b', 'c')).to.deep.equal(digestOf('c', 'a', 'b'));
    expect(digestOf('a', 'bc')).to.deep.include({ documents: 2, bytes: 3 });
  });

  it('differs when a document is missing, changed or duplicated', () => {
    const digests = [digestOf('a', 'b'), digestOf('a'), digestOf('a', 'c'), digestOf('a', 'b', 'b'), digestOf()];
    expect(new Set(digests.map(({ digest }) => digest)).size).to.equal(digests.length);
  });
});
