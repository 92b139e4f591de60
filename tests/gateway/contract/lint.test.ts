import { fileURLToPath } from 'node:url';
import { mergeParts } from '@plotline/gateway/contract/merge';
import { readParts } from '@plotline/gateway/contract/parts';
import { createPublicDocument } from '@plotline/gateway/contract/public-document';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect } from 'chai';

const services = fileURLToPath(new URL('../../../services', import.meta.url));

describe('gateway: the public document of our services', () => {
  it("breaks none of Redocly's recommended rules", async () => {
    const document = createPublicDocument(mergeParts(readParts(services)));
    const problems = await lintFromString({
      source: JSON.stringify(document),
      absoluteRef: '/openapi.json',
      config: await createConfig({ extends: ['recommended'] }),
    });
    const faults = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`);
    expect(faults).to.deep.equal([]);
  });
});
