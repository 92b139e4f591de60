import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAuthDocument } from '@plotline/gateway/contract/auth-document';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect } from 'chai';
import { contracts } from '../support/gateway-fixture.js';

const services = fileURLToPath(new URL('../../../services', import.meta.url));
const address = 'https://auth.plotline.test';

describe('gateway createAuthDocument', () => {
  it("follows Redocly's recommended rules for the auth contract, except for forms", async () => {
    const problems = await lintFromString({
      source: JSON.stringify(createAuthDocument(services, 'https://auth.plotline.example')),
      absoluteRef: '/openapi.json',
      // A successful form redirects, so its success status is 303.
      config: await createConfig({ extends: ['recommended'], rules: { 'operation-2xx-response': 'off' } }),
    });
    const faults = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`);
    expect(faults).to.deep.equal([]);
  });

  it('wraps responses in the envelope, and describes how to send a session', () => {
    const document = createAuthDocument(contracts, address);
    expect(document).to.have.nested.property('components.securitySchemes.session.name', '__Host-plotline_session');
    const place = 'paths./auth/session.get';
    expect(document).to.have.deep.nested.property(`${place}.security`, [{ session: [] }, { bearer: [] }]);
    expect(document)
      .to.have.nested.property(`${place}.description`)
      .that.includes('Roles of people: `owner`, `viewer`.');
    expect(document).to.have.deep.nested.property(
      `${place}.responses.200.content.application/json.schema.properties.data`,
      { $ref: '#/components/schemas/Session' },
    );
  });

  it('requires no credential for public operations', () => {
    const document = createAuthDocument(contracts, 'http://localhost:8082');
    expect(document).to.have.deep.nested.property('paths./auth/session.post.security', []);
    expect(document).to.not.have.nested.property('paths./auth/session.post.description');
    expect(document).to.have.nested.property('components.securitySchemes.session.name', 'plotline_session');
  });

  describe('throws with the location of the error for an operation', () => {
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'contracts-'));
      mkdirSync(join(folder, 'auth'));
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    const faults: [name: string, operation: object, message: RegExp][] = [
      ['that is not public and has no scopes', {}, /GET \/auth\/x declares no x-scopes/],
      ['that is not public and has no roles', { 'x-scopes': [] }, /GET \/auth\/x declares no x-roles/],
      ['with an unknown scope', { 'x-scopes': ['all'], 'x-roles': [] }, /auth: x: there is no scope "all"/],
      ['with an unknown role', { 'x-scopes': [], 'x-roles': ['boss'] }, /auth: x: there is no role "boss"/],
    ];
    for (const [name, operation, message] of faults) {
      it(name, () => {
        const paths = { '/auth/x': { get: { operationId: 'x', responses: {}, ...operation } } };
        writeFileSync(join(folder, 'auth', 'openapi.yaml'), JSON.stringify({ openapi: '3.1.0', paths }));
        expect(() => createAuthDocument(folder, address)).to.throw(message);
      });
    }
  });
});
