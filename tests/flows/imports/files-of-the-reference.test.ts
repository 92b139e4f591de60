import { expect } from 'chai';
import { servedOperations } from '../../support/contract/served-contract.js';
import { createUnits } from '../../support/listings-and-leads.js';
import { system } from '../../support/system.js';
import { newWorkspace } from '../../support/workspace.js';
import { importFile, listFailures, rowsOf } from './import-client.js';

describe('the sample files in the reference', () => {
  for (const path of ['/v1/leads/import', '/v1/units/import', '/v1/properties/import']) {
    it(`are imported unchanged, except for the property id: ${path}`, async () => {
      const operations = await servedOperations(system().urls.api);
      const files = operations.find((one) => one.path === path)?.files ?? [];
      expect(files.map(({ type }) => type)).to.include.members(['text/csv', 'application/jsonl', 'application/xml']);
      for (const { type, text } of files) {
        const workspace = await newWorkspace();
        const { propertyId } = await createUnits(workspace.api, 0);
        const { id, status, rows } = await importFile(workspace, path, text.replace(/prop_\w+/, propertyId), type);
        expect(await listFailures(workspace, id), type).to.deep.equal([]);
        expect({ status, ...rowsOf({ id, rows }) }, type).to.include({ status: 'completed', created: 1, failed: 0 });
      }
    });
  }
});
