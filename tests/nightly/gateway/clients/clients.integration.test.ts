import { expect } from 'chai';
import { createServedDocument } from '../../../gateway/support/served-document.js';
import { compileClient, generatorNames } from './compile-client.js';

describe('client generated from the served document', () => {
  for (const name of generatorNames) {
    it(`by ${name} compiles under strict TypeScript, with a program that casts nothing`, async () => {
      await compileClient(name, createServedDocument());
    });
  }

  it('does not compile with a program that reads an optional field without a check', async () => {
    // A lead whose name may be missing.
    const changed = JSON.parse(JSON.stringify(createServedDocument()), (key, value) =>
      key === 'Lead' ? { ...value, required: ['id'] } : value,
    );
    const failure = await compileClient('openapi-typescript', changed).catch((error: unknown) => error);
    expect(String(failure)).to.match(/usage\.ts.*undefined/);
  });
});
