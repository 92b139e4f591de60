import { namesOfBuilt } from '@plotline/kit/store/indexes';
import { expect } from 'chai';

const spec = (name: string) => ({ v: 2, key: { [name]: 1 }, name });

describe('the indexes that a database lists', () => {
  it('are complete, except those that MongoDB reports as being built', () => {
    const listed = [{ spec: spec('_id_') }, { spec: spec('name') }, { spec: spec('status'), indexBuildInfo: {} }];
    expect([...namesOfBuilt(listed)]).to.deep.equal(['_id_', 'name']);
  });
});
