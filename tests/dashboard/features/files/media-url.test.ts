import { toPhotoUrl } from '@plotline/dashboard/features/files/media-url';
import { expect } from 'chai';

const origin = 'https://api.example.com';

describe('the address of a photo', () => {
  it('requests a smaller size of an uploaded photo', () => {
    expect(toPhotoUrl(`${origin}/media/file_live_Ab1.jpg`, 'small', origin)).to.equal(
      `${origin}/media/file_live_Ab1.small.webp`,
    );
  });

  it('is unknown for other files and other hosts', () => {
    const others = [
      'https://other.example.com/media/file_live_Ab1.jpg',
      `${origin}/media/file_live_Ab1.pdf`,
      `${origin}/docs/file_live_Ab1.jpg`,
      'lobby.jpg',
    ];
    expect(others.map((url) => toPhotoUrl(url, 'large', origin))).to.deep.equal(others.map(() => undefined));
  });
});
