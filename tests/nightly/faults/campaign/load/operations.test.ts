import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { listOperationIds } from './operation-ids.js';

/** The load reads only JSON. This operation sends a file, and reads and writes nothing else. */
const sendsFile = 'getImportTemplate';

describe('load of the campaign', () => {
  it('calls every operation of the API', () => {
    const sources = readdirSync(import.meta.dirname)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
      .join('\n');
    const wanted = listOperationIds().filter((id) => id !== sendsFile);
    const never = wanted.filter((id) => !sources.includes(`'${id}'`) && !sources.includes(`${id}:`));
    expect(never).to.deep.equal([]);
  });
});
