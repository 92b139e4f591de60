import {
  addPhoto,
  listPhotos,
  makeCover,
  movePhoto,
  removePhoto,
  restorePhoto,
} from '@plotline/dashboard/features/files/photo-list';
import { expect } from 'chai';

const three = { urls: ['a', 'b', 'c'], cover: 'b' };

describe('the photos of a record', () => {
  it('show a cover that is outside the gallery first, and keep it there', () => {
    const apart = { urls: ['a'], cover: 'z' };
    expect(listPhotos(apart)).to.deep.equal(['z', 'a']);
    expect(addPhoto('b')(apart)).to.deep.equal({ urls: ['z', 'a', 'b'], cover: 'z' });
    expect(listPhotos(three)).to.deep.equal(['a', 'b', 'c']);
  });

  it('get the first photo as the cover, and never contain a photo twice', () => {
    const one = addPhoto('a')({ urls: [], cover: null });
    expect(one).to.deep.equal({ urls: ['a'], cover: 'a' });
    expect(addPhoto('a')(one)).to.equal(one);
    expect(makeCover('c')(three).cover).to.equal('c');
  });

  it('move forward and backward', () => {
    expect(movePhoto('c', 0)(three).urls).to.deep.equal(['c', 'a', 'b']);
    expect(movePhoto('a', 1)(three).urls).to.deep.equal(['b', 'a', 'c']);
    expect(movePhoto('x', 1)(three)).to.equal(three);
  });

  it('get a new cover when the cover is removed, and can be restored as before', () => {
    const without = removePhoto('b')(three);
    expect(without).to.deep.equal({ urls: ['a', 'c'], cover: 'a' });
    expect(restorePhoto('b', { place: 1, isCover: true })(without)).to.deep.equal(three);
    expect(removePhoto('a')({ urls: ['a'], cover: 'a' })).to.deep.equal({ urls: [], cover: null });
  });
});
