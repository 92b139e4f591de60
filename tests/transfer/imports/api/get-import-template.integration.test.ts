import { createRecordImporter } from '@plotline/transfer/peers/record-importer';
import { createRecordReader } from '@plotline/transfer/peers/record-reader';
import { expect } from 'chai';
import { startInventory } from '../../../inventory/support/inventory.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startTransferService } from '../../support/transfer-service.js';

/** Transfer service that reads and imports the records of an inventory service. */
async function startBesideInventory() {
  const inventory = await startInventory();
  const owner = { call: inventory.rpc };
  const recordReader = createRecordReader({ inventory: owner, pipeline: owner, team: owner });
  const recordImporter = createRecordImporter({ inventory: owner, pipeline: owner });
  const transfer = await startTransferService({ recordReader, recordImporter });
  return { transfer, stop: async () => void (await Promise.all([transfer.stop(), inventory.stop()])) };
}

describe('GET /v1/imports/template', () => {
  const services = useFixture(() => startBesideInventory());

  it('returns an example of a property and then of a unit in it, and both can be imported unchanged', async () => {
    for (const resource of ['properties', 'units']) {
      const { status, body, headers } = await services().transfer.request(
        'GET',
        `/v1/imports/template?resource=${resource}`,
      );
      expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/csv; charset=utf-8']);
      expect(headers.get('content-disposition')).to.include(`${resource}-template.csv`);
      const ended = await services().transfer.importFile(`/v1/${resource}/import`, body);
      expect(ended.rows, JSON.stringify(ended)).to.include({ total: 1, created: 1, failed: 0 });
    }
  });

  it('returns a workbook on request', async () => {
    const { status, headers } = await services().transfer.request(
      'GET',
      '/v1/imports/template?resource=leads&format=xlsx',
    );
    expect([status, headers.get('content-type')]).to.deep.equal([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ]);
  });

  it('refuses a caller who may not import the resource, and a request without a resource', async () => {
    const path = '/v1/imports/template?resource=units';
    expect((await services().transfer.request('GET', path, { as: { scopes: ['write:leads'] } })).status).to.equal(403);
    const { status, body } = await services().transfer.request('GET', '/v1/imports/template');
    expect([status, body.details?.[0].field]).to.deep.equal([422, 'resource']);
  });
});
