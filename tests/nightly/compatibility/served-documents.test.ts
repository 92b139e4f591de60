import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { findBreakingChanges } from '../../compatibility/breaking-changes.js';
import { unpackRelease } from '../../compatibility/previous-release.js';
import { type DocumentName, writeReleasedDocuments } from '../../compatibility/served-documents.js';

const checkout = resolve(import.meta.dirname, '../../..');

describe('The served documents of a release', () => {
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plotline-releases-'));
    for (const release of ['earlier', 'later']) await unpackRelease(checkout, 'HEAD', join(folder, release));
    replace('services/team/openapi.yaml', /^ {4}delete:\n {6}operationId: deleteTeam\n(?: {6}.*\n)+/m, '');
    replace('services/auth/openapi.yaml', /operationId: listSessions\n/, 'operationId: listAllSessions\n');
    replace('gateway/src/contract/envelope-schemas.ts', /per_page/g, 'page_size');
    for (const release of ['earlier', 'later']) {
      await writeReleasedDocuments(join(folder, release), checkout, join(folder, `${release}-documents`));
    }
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function replace(path: string, pattern: RegExp, by: string): void {
    const file = join(folder, 'later', path);
    const content = readFileSync(file, 'utf8');
    expect(content, path).to.match(pattern);
    writeFileSync(file, content.replace(pattern, by));
  }

  const compare = (name: DocumentName) =>
    findBreakingChanges(
      join(folder, 'earlier-documents', `${name}.json`),
      join(folder, 'later-documents', `${name}.json`),
    );

  it("are compared as the release's own gateway merges them, so that missing operations and changed envelopes count as breaks", async () => {
    const changes = await compare('api');
    expect(changes.map(({ message }) => message)).to.include.members([
      'Operation `DELETE /v1/teams/{id}` was removed.',
      'Property `per_page` of `meta` was removed.',
    ]);
  });

  it("include the authorization server's document", async () => {
    const changes = await compare('auth');
    expect(changes.map(({ rule }) => rule)).to.include.members(['operation-id-changed', 'property-removed']);
  });
});
