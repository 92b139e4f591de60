import { Problem } from '@plotline/kit/core/errors';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { testCaller } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startTransferService } from '../../support/transfer-service.js';

const csv = 'name,email\nAda,ada@example.com\n';

describe("an import's file", () => {
  const service = useFixture(() => startTransferService());
  const idle = useFixture(() => startTransferService({}, undefined, (made) => ({ ...made, workers: [] })));
  afterEach(() => {
    service().records.beforeAnswer = async () => undefined;
  });

  const untilRemoved = (id: string) => eventually(async () => expect(await service().listFiles()).to.not.include(id));

  it('is removed when the import is completed, is cancelled, or fails because of the file', async () => {
    const completed = await service().importFile('/v1/leads/import', csv);
    const failed = await service().importFile('/v1/leads/import', `${csv}"Ben`);
    service().records.beforeAnswer = async ({ import_id }) => {
      await service().request('POST', `/v1/imports/${import_id}/cancel`);
    };
    const cancelled = await service().importFile('/v1/leads/import', csv);
    expect([completed.status, failed.status, cancelled.status]).to.deep.equal(['completed', 'failed', 'cancelled']);
    for (const { id } of [completed, failed, cancelled]) await untilRemoved(id);
  });

  it('is removed immediately when a waiting import is cancelled', async () => {
    const { body } = await idle().upload('/v1/leads/import', csv);
    expect(await idle().listFiles()).to.include(body.id);
    expect((await idle().request('POST', `/v1/imports/${body.id}/cancel`)).body.status).to.equal('cancelled');
    expect(await idle().listFiles()).to.not.include(body.id);
  });

  it('is kept when the import failed for another reason, so that the import can be restarted', async () => {
    service().records.beforeAnswer = async () => {
      throw new Problem('INTERNAL_ERROR', 'Something went wrong on our side.');
    };
    const { id, status } = await service().importFile('/v1/leads/import', csv);
    expect(status).to.equal('failed');
    service().records.beforeAnswer = async () => undefined;
    await service().context.imports.restart({ caller: testCaller() }, id);
    const ended = await eventually(async () => {
      const { body } = await service().request('GET', `/v1/imports/${id}`);
      expect(body.status).to.equal('completed');
      return body;
    });
    expect(ended.rows).to.include({ created: 1 });
    await untilRemoved(id);
  });
});
