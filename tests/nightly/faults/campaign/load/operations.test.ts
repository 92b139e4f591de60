import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { listOperationIds } from './operation-ids.js';

/** The load sends and reads only JSON. These operations return or accept files. */
const ofFiles = [
  ...['getImportTemplate', 'getInvoicePdf', 'uploadFile', 'getFile', 'deleteFile'],
  ...['getDocumentContent', 'getDocumentTemplatePreview', 'uploadSignedDocument'],
];

describe('the load of the campaign', () => {
  it('calls every operation in the API', () => {
    const sources = readdirSync(import.meta.dirname)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
      .join('\n');
    const wanted = listOperationIds().filter((id) => !ofFiles.includes(id));
    const never = wanted.filter((id) => !sources.includes(`'${id}'`) && !sources.includes(`${id}:`));
    expect(never).to.deep.equal([]);
  });
});
