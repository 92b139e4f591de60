import { findKindFault, findLimitProblem, maxFilesPerRecord } from '@plotline/transfer/record-files/model/record-file';
import { expect } from 'chai';

describe("a record's file", () => {
  it('has a kind that matches its record and its content', () => {
    const property = { resource: 'property', id: 'prop_1' } as const;
    const lead = { resource: 'lead', id: 'lead_1' } as const;
    expect(findKindFault(property, 'photo', 'image/png')).to.equal(null);
    expect(findKindFault(property, 'floor_plan', 'application/pdf')).to.equal(null);
    expect(findKindFault(property, 'photo', 'application/pdf')?.message).to.equal('can be photo only for an image');
    expect(findKindFault(lead, 'document', 'image/png')).to.equal(null);
    expect(findKindFault(lead, 'photo', 'image/png')?.message).to.equal('must be document for a lead');
  });

  it('is refused when the record has too many files, or when the plan has no space left', () => {
    const limit = 1_000;
    expect(findLimitProblem({ filesOfRecord: 0, bytes: limit - 10 }, limit, 10)).to.equal(null);
    const refusal = findLimitProblem({ filesOfRecord: 0, bytes: limit - 10 }, limit, 11);
    expect(refusal?.reason).to.equal('storage_limit_reached');
    expect(refusal?.data).to.deep.equal({ quota: 'storage_bytes', limit, used: limit - 10 });
    expect(findLimitProblem({ filesOfRecord: 0, bytes: limit }, null, 11)).to.equal(null);
    expect(findLimitProblem({ filesOfRecord: maxFilesPerRecord, bytes: 0 }, limit, 1)?.reason).to.equal(
      'record_file_limit_reached',
    );
  });
});
