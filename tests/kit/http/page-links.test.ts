import { createPageLinks } from '@plotline/kit/http/rendering';
import { expect } from 'chai';

const page = (page: number, total_pages: number) => ({ page, per_page: 20, total_pages });

describe('createPageLinks', () => {
  const to = (number: number) => `/v1/leads?page=${number}&per_page=20`;
  const pages: [string, ReturnType<typeof page>, (string | null)[]][] = [
    ['the only page', page(1, 1), [to(1), to(1), null, null, to(1)]],
    ['the first page', page(1, 3), [to(1), to(1), null, to(2), to(3)]],
    ['a page between', page(2, 3), [to(2), to(1), to(1), to(3), to(3)]],
    ['the last page', page(3, 3), [to(3), to(1), to(2), null, to(3)]],
    ['a page after the last', page(9, 3), [to(9), to(1), to(3), null, to(3)]],
    ['an empty list', page(1, 0), [to(1), to(1), null, null, to(1)]],
  ];
  for (const [name, meta, [self, first, prev, next, last]] of pages) {
    it(`links ${name} to its neighbours`, () => {
      expect(createPageLinks('/v1/leads', '', meta)).to.deep.equal({ self, first, prev, next, last });
    });
  }

  it('keeps every filter as written, including repeated filters and flags', () => {
    const query = '?stage=new,won&page=7&tags=a%26b&per_page=500&created_after=2026-01-01&x&x=1&my_page=3';
    const { self, next } = createPageLinks('/v1/leads', query, { page: 2, per_page: 100, total_pages: 4 });
    const filters = 'stage=new,won&tags=a%26b&created_after=2026-01-01&x&x=1&my_page=3';
    expect(self).to.equal(`/v1/leads?${filters}&page=2&per_page=100`);
    expect(next).to.equal(`/v1/leads?${filters}&page=3&per_page=100`);
  });

  it('recognises percent-encoded names of paging parameters', () => {
    const { self, next } = createPageLinks('/v1/leads', '?p%61ge=2&p%65r_page=1&st%61ge=new', page(2, 3));
    expect([self, next]).to.deep.equal([2, 3].map((number) => `/v1/leads?st%61ge=new&page=${number}&per_page=20`));
    const walk = createPageLinks('/v1/leads', '?c%75rsor=z', { per_page: 20, next_cursor: null });
    expect(walk.self).to.equal('/v1/leads?c%75rsor=z&per_page=20');
  });

  it('links by cursor when the service returns one', () => {
    const links = createPageLinks('/v1/leads', '?stage=new&cursor=', { per_page: 20, next_cursor: 'a+b/c=' });
    expect(links).to.deep.equal({
      self: '/v1/leads?stage=new&cursor=&per_page=20',
      first: '/v1/leads?stage=new&cursor=&per_page=20',
      prev: null,
      next: '/v1/leads?stage=new&cursor=a%2Bb%2Fc%3D&per_page=20',
      last: null,
    });
    expect(createPageLinks('/v1/leads', '?cursor=z', { per_page: 20, next_cursor: null }).next).to.equal(null);
  });

  it('links a cursor page to itself only by that cursor', () => {
    const query = '?page=2&cursor=a%2Bb&per_page=500&stage=new';
    const { self } = createPageLinks('/v1/leads', query, { page: 2, per_page: 100, next_cursor: null });
    expect(self).to.equal('/v1/leads?stage=new&cursor=a%2Bb&per_page=100');
  });
});
