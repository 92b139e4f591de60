import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readContract } from '@plotline/gateway/contract/merge';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect } from 'chai';
import { createServedDocument } from '../support/served-document.js';

const services = fileURLToPath(new URL('../../../services', import.meta.url));

/** Collects every `pattern` in a value. */
function findPatterns(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'pattern' in value && typeof value.pattern === 'string' ? [value.pattern] : [];
  return [...own, ...Object.values(value).flatMap(findPatterns)];
}

/** A pattern with quadratic run time can't process a text of this length within the timeout. */
const length = 300_000;

/** Repetitions of one character: alone, and with a beginning or an end that most patterns reject. */
const hostileTexts = ['a', 'Z', '_', ' ', '\t', '0', '1', '٣', '.', '-', '@', '/', 'a ', ' a', 'a.', '1a']
  .map((sign) => sign.repeat(length / sign.length))
  .flatMap((run) => [run, ...[',', '!', ' ', '\n', '\u0000'].flatMap((wrong) => [run + wrong, wrong + run])]);

describe('the public OpenAPI document of the services', () => {
  const contract = readContract(services);
  const document = createServedDocument();
  const reduced = new Set(
    contract.routes.flatMap(({ operation }) => operation['x-fields']?.$ref.split('/').at(-1) ?? []),
  );

  it("follows Redocly's recommended rules", async () => {
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: '/openapi.json',
      config: await createConfig({ extends: ['recommended'] }),
    });
    // The descriptions of answers refer to the schemas of `x-fields` by name.
    const isNamed = (pointer = '') => [...reduced].some((name) => pointer === `#/components/schemas/${name}`);
    // The router distinguishes `/leads/external/{external_id}` from `/leads/{id}/won`, because it prefers literal
    // segments.
    const isResolved = (message: string) => message.includes('/external/{external_id}`');
    const counted = problems.filter(
      ({ ruleId, message, location }) =>
        !(ruleId === 'no-unused-components' && isNamed(location[0]?.pointer)) &&
        !(ruleId === 'no-ambiguous-paths' && isResolved(message)),
    );
    const faults = counted.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`);
    expect(faults).to.deep.equal([]);
  });

  it('lists each alternative scope of an operation', () => {
    const log = 'paths./v1/events.get';
    const alternatives = ['read:leads', 'read:properties', 'read:agents'];
    const security = ['credential', 'oauth2', 'basic'].flatMap((scheme) =>
      alternatives.map((scope) => ({ [scheme]: [scope] })),
    );
    expect(document).to.have.deep.nested.property(`${log}.security`, security);
    expect(document)
      .to.have.nested.property(`${log}.description`)
      .that.includes(
        'Scopes: one of `read:leads`, `read:properties`, `read:agents`. Roles of people: `owner`, `admin`.',
      );
  });

  const patterns = new Set(findPatterns(document));

  it('has patterns to check', () => expect(patterns.size).to.be.greaterThan(5));

  for (const pattern of patterns) {
    it(`matches hostile texts of ${length} characters against ${pattern} in time`, async function () {
      const expression = new RegExp(pattern, 'u');
      for (const text of hostileTexts) {
        if (this.runnable().timedOut) return;
        expect(expression.test(text)).to.be.a('boolean');
        await nextTurn();
      }
    });
  }
});
