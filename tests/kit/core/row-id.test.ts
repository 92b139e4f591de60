import { preferId, readRowId } from '@plotline/kit/core/ids';
import { expect } from 'chai';

describe('the id in an import row', () => {
  it("is the record's top-level id if that is text", () => {
    expect(readRowId('{"id":"lead_1","name":"A"}')).to.equal('lead_1');
    for (const record of ['{"name":"A"}', '{"id":7}', '{"price":{"id":"x"}}', '["id"]', '{"id"', 'null']) {
      expect(readRowId(record), record).to.equal(undefined);
    }
  });

  it('selects the record with that id among several, or keeps all records when none has it', () => {
    const records = [{ id: 'lead_1' }, { id: 'lead_2' }];
    expect(preferId(records, 'lead_2')).to.deep.equal([{ id: 'lead_2' }]);
    for (const id of ['lead_3', undefined]) expect(preferId(records, id)).to.equal(records);
  });
});
