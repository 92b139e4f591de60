import { parseSearch, stringifySearch } from '@plotline/dashboard/app/search-params';
import { expect } from 'chai';

describe('the search parameters of an address', () => {
  it('are plain text, including numbers, and are read back unchanged', () => {
    const search = { min_score: '70', search: 'a&b = "c"', tags: 'sea view,true', flag: 'true', empty: '' };
    const text = stringifySearch({ ...search, absent: undefined });
    expect(text)
      .to.match(/^\?min_score=70&/)
      .and.not.contain('absent');
    expect(parseSearch(text)).to.deep.equal(search);
    expect(stringifySearch({})).to.equal('');
    expect(stringifySearch({ page: 2 })).to.equal('?page=2');
  });
});
