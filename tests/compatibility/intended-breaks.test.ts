import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readIntendedBreaks, withoutIntended } from './intended-breaks.js';

describe('The list of intended breaks', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plotline-breaks-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function read(content: string) {
    const file = join(folder, 'breaks.yaml');
    writeFileSync(file, content);
    return readIntendedBreaks(file);
  }

  const change = { rule: 'property-removed', at: '#/components/schemas/Team/properties/motto', message: 'It is gone.' };
  const entry = `{document: api, rule: property-removed, at: "${change.at}", reason: Nobody used it.}`;

  it('accepts only a break with the listed document, location and rule', () => {
    const intended = read(`- ${entry}`);
    expect(withoutIntended('api', [change], intended)).to.deep.equal([]);
    const others = [
      { ...change, rule: 'schema-type-changed' },
      { ...change, at: `${change.at}s` },
    ];
    expect(withoutIntended('api', others, intended)).to.deep.equal(others);
    expect(withoutIntended('auth', [change], intended)).to.deep.equal([change]);
  });

  it('can be empty', () => {
    expect(read('# nothing\n')).to.deep.equal([]);
  });

  it('refuses an entry without a reason, or for an unknown document', () => {
    const missing = 'Intended break 2 needs document (api or auth), rule, at and reason.';
    expect(() => read(`- ${entry}\n- ${entry.replace('Nobody used it.', '" "')}`)).to.throw(missing);
    expect(() => read(`- ${entry}\n- ${entry.replace('api', 'apis')}`)).to.throw(missing);
    expect(() => read(`reason: none`)).to.throw('is not a list');
  });

  it('is valid in this checkout', () => {
    expect(readIntendedBreaks(join(import.meta.dirname, 'intended-breaks.yaml'))).to.not.deep.equal([]);
  });
});
