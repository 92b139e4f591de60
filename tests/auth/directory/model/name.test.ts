import { parseName } from '@plotline/auth/directory/model/name';
import { loadContract } from '@plotline/kit/http/contract/document';
import { expect } from 'chai';
import { faultyFields } from '../../../support/refusal-of.js';

describe('parseName', () => {
  const { components } = loadContract(new URL('../../../../services/auth/openapi.yaml', import.meta.url));
  const schema: unknown = components?.['schemas']?.['ShownName'];
  const pattern = new RegExp(String(schema instanceof Object && Reflect.get(schema, 'pattern')), 'u');

  it('accepts names in every script, like the schema in the contract', () => {
    for (const name of ['Ada Lopez', ' Ada ', '海 & Söhne', 'نور العقارية', 'משה', 'a\u200db', '👩‍💻', 'x'.repeat(9)]) {
      expect(parseName(name, 9 + name.length), name).to.equal(name);
      expect(pattern.test(name), name).to.equal(true);
    }
  });

  it('refuses blank names, control characters and direction changes, like the schema', async () => {
    const turning = ['\u202A', '\u202B', '\u202C', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068', '\u2069'];
    const unfit = [
      '  ',
      '\u2028',
      ...['\0', '\t', '\n', '\u007F', '\u0085', ...turning].map((one) => `Ada${one} Lopez`),
    ];
    for (const name of unfit) {
      expect(await faultyFields(() => parseName(name, 200)), JSON.stringify(name)).to.deep.equal(['name']);
      expect(pattern.test(name), JSON.stringify(name)).to.equal(false);
    }
  });

  it('refuses missing and overlong names, and reports the field', async () => {
    for (const name of ['', 'xxxx']) {
      expect(await faultyFields(() => parseName(name, 3, 'workspace_name'))).to.deep.equal(['workspace_name']);
    }
  });
});
