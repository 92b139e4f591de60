import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startTransferService } from '../support/transfer-service.js';

describe('GET /v1/imports', () => {
  const service = useFixture(startTransferService);

  it('is empty in a workspace without imports', async () => {
    const { status, body, meta } = await service().request('GET', '/v1/imports');
    expect([status, body]).to.deep.equal([200, []]);
    expect(meta).to.include({ page: 1, per_page: 20, total: 0, total_pages: 0 });
  });

  it('is refused to who may write neither leads nor listings', async () => {
    const { status } = await service().request('GET', '/v1/imports', {
      as: { scopes: ['read:leads', 'write:agents'] },
    });
    expect(status).to.equal(403);
  });
});
