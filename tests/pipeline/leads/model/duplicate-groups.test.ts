import { groupBySharedValues } from '@plotline/pipeline/leads/model/duplicate-groups';
import { expect } from 'chai';

describe('groups of duplicates', () => {
  it('contain leads that share values directly or through other leads, oldest first', () => {
    const groups = groupBySharedValues([
      { field: 'email', ids: ['lead_4', 'lead_1'] },
      { field: 'email', ids: ['lead_2', 'lead_3'] },
      { field: 'phone', ids: ['lead_3', 'lead_4'] },
    ]);
    expect(groups).to.deep.equal([{ ids: ['lead_1', 'lead_2', 'lead_3', 'lead_4'], fields: ['email', 'phone'] }]);
  });

  it('begin with the group that has the newest lead', () => {
    const groups = groupBySharedValues([
      { field: 'email', ids: ['lead_1', 'lead_5'] },
      { field: 'phone', ids: ['lead_2', 'lead_3'] },
      { field: 'email', ids: ['lead_4', 'lead_9'] },
    ]);
    expect(groups.map(({ ids }) => ids.at(-1))).to.deep.equal(['lead_9', 'lead_5', 'lead_3']);
    expect(groupBySharedValues([])).to.deep.equal([]);
  });
});
