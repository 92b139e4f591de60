import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { servedDocument } from '../../../support/contract/served-contract.js';
import { givenSecrets } from '../../../support/secrets/given-secrets.js';
import { system } from '../../../support/system.js';
import { collectSharedRefusals } from './auth/shared-refusals.js';
import { createAuthValues } from './auth/shown-values.js';
import { tellOfPasswords, tellOfSecondFactor, tellOfSessions } from './auth/tell-of-credentials.js';
import { tellOfOAuth } from './auth/tell-of-oauth.js';
import { clientOf, tellOfInvitation, tellOfSignUp } from './auth/tell-of-people.js';
import { tellOfRefusals } from './auth/tell-of-refusals.js';
import { tellOfApps, tellOfDeletion, tellOfKeys, tellOfSavedViews } from './auth/tell-of-settings.js';
import { type ExampleFiles, readCommittedExamples, writeExamples } from './committed-examples.js';
import { ExampleRecorder, listOperations } from './example-recorder.js';

describe("examples in the authorization server's document", () => {
  let recorded: ExampleFiles = { shared: {}, operations: {} };

  before(async () => {
    const run = randomUUID();
    const owner = { email: `ada-${run}@harbour.example`, password: `Correct horse ${randomUUID()}` };
    const agent = { email: `ben-${run}@harbour.example`, password: `Correct horse ${randomUUID()}` };
    const { urls } = system();
    const shown = new Map([
      [urls.auth, 'https://auth.example.com'],
      [urls.api, 'https://api.example.com'],
      [urls.sandbox, 'https://sandbox.example.com'],
      ['http://localhost:3000/callback', 'https://portal.example/callback'],
      [`-${run}`, ''],
    ]);
    const values = createAuthValues(shown);
    const operations = listOperations(await servedDocument(urls.auth));
    const visitor = new ExampleRecorder(clientOf('none'), operations, values);
    const token = await tellOfSignUp(visitor, owner);
    const signedIn = visitor.by(clientOf(token));
    const key = await tellOfKeys(signedIn);
    await tellOfApps(signedIn);
    await tellOfSavedViews(signedIn);
    await tellOfDeletion(signedIn, owner.password);
    const workspace = await signedIn.api.get('/auth/workspace');
    await tellOfOAuth(signedIn, { ...owner, agentId: '', token }, workspace.record.id);
    const joined = await tellOfInvitation(signedIn, key, agent);
    const agentToken = await tellOfPasswords(visitor, agent, joined);
    const other = await tellOfSecondFactor(signedIn, owner);
    await tellOfRefusals(signedIn, clientOf(agentToken));
    const shared = await collectSharedRefusals(signedIn, values);
    await tellOfSessions(signedIn, other);
    recorded = { shared, operations: Object.fromEntries(visitor.recorded) };
    if (process.env.PLOTLINE_RECORD_EXAMPLES) writeExamples('auth', recorded);
  });

  it("equal the authorization server's responses", () => {
    const { shared, operations } = readCommittedExamples('auth');
    expect(Object.keys(recorded.operations)).to.have.members(Object.keys(operations));
    for (const [id, examples] of Object.entries(recorded.operations))
      expect(examples, id).to.deep.equal(operations[id]);
    expect(recorded.shared).to.deep.equal(shared);
  });

  it('contain no secret that the run used or received', () => {
    const text = JSON.stringify(recorded);
    const shown = [...givenSecrets()].filter(([secret]) => text.includes(secret)).map(([, what]) => what);
    expect(shown).to.deep.equal([]);
  });
});
