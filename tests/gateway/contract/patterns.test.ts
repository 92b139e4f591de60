import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { mergeParts } from '@plotline/gateway/contract/merge';
import { readParts } from '@plotline/gateway/contract/parts';
import { createPublicDocument } from '@plotline/gateway/contract/public-document';
import { expect } from 'chai';

const services = fileURLToPath(new URL('../../../services', import.meta.url));

/** Every `pattern` in a value, wherever it stands. */
function patternsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'pattern' in value && typeof value.pattern === 'string' ? [value.pattern] : [];
  return [...own, ...Object.values(value).flatMap(patternsIn)];
}

/** Nobody waits for a pattern that tries each place of such a text for each other place of it. */
const length = 300_000;

/** Runs of one sign, as they are and with an end or a beginning that most patterns refuse. */
const hostileTexts = ['a', 'Z', '_', ' ', '\t', '0', '1', '٣', '.', '-', '@', '/', 'a ', ' a', 'a.', '1a']
  .map((sign) => sign.repeat(length / sign.length))
  .flatMap((run) => [run, ...[',', '!', ' ', '\n', '\u0000'].flatMap((wrong) => [run + wrong, wrong + run])]);

describe('gateway: the patterns of the public document of our services', () => {
  const patterns = new Set(patternsIn(createPublicDocument(mergeParts(readParts(services)))));

  it('are there', () => expect(patterns.size).to.be.greaterThan(5));

  for (const pattern of patterns) {
    it(`judge hostile texts of ${length} characters in time: ${pattern}`, async function () {
      const expression = new RegExp(pattern, 'u');
      for (const text of hostileTexts) {
        if (this.runnable().timedOut) return;
        expect(expression.test(text)).to.be.a('boolean');
        await turn();
      }
    });
  }
});
