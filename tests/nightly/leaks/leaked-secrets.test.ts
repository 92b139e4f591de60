import { randomUUID } from 'node:crypto';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { getDataLayout } from '@plotline/local/supervise/system-options';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { ApiClient } from '../../support/api-client.js';
import { eventually } from '../../support/eventually.js';
import { newPerson, type TestPerson } from '../../support/person.js';
import { givenSecrets, rememberSecret } from '../../support/secrets/given-secrets.js';
import { type Finding, readMailedTokens, searchSystem } from '../../support/secrets/search-system.js';
import { system } from '../../support/system.js';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';

/** Secrets that the test must search for, even if only a few tests have run before. */
const kinds = [
  'key of POST /auth/api-keys',
  'password',
  'secret of POST /auth/two-factor',
  'client_secret',
  'token of',
  'link of a mail',
];

describe('the stores and logs after all tests of this run', () => {
  let workspace: TestWorkspace;
  let owner: TestPerson;

  async function send(path: string, body: object): Promise<void> {
    const answer = await new ApiClient(system().urls.auth, owner.token).post(path, body);
    expect(answer.status, `${path}: ${answer.text}`).to.be.lessThan(300);
  }

  /** Sends a POST to the authorization server as the owner, and resolves to `data`. */
  async function post(path: string, body: object = {}): Promise<Readonly<Record<string, unknown>>> {
    const client = new ApiClient(system().urls.auth, owner.token);
    const answer = await client.post(path, body, { 'idempotency-key': randomUUID() });
    expect(answer.status, `${path}: ${answer.text}`).to.equal(201);
    return Object(Reflect.get(Object(answer.body), 'data'));
  }

  /** Requests an email and resolves to the token in its link. */
  async function ask(path: string, body: object, address: string): Promise<string> {
    const known = await readMailedTokens(system(), address);
    await send(path, body);
    return eventually(async () => {
      const token = (await readMailedTokens(system(), address)).find((one) => !known.includes(one));
      if (token === undefined) throw new Error(`No mail to ${address} has arrived.`);
      return token;
    });
  }

  /** Signs a person up, follows the link, and resets the password. */
  async function signUp(): Promise<void> {
    const address = `${randomUUID()}@example.com`;
    const person = { email: address, name: 'Ada', password: randomUUID(), workspace_name: 'Harbour Homes' };
    const confirmation = await ask('/auth/sign-up', person, address);
    // Requests the link as a browser does, because logs could contain its address.
    await fetch(`${system().urls.auth}/auth/confirm?token=${confirmation}`);
    await send('/auth/confirmations', { token: confirmation, password: person.password });
    const token = await ask('/auth/password-resets', { email: address }, address);
    await fetch(`${system().urls.auth}/auth/reset?token=${token}`);
    await send('/auth/password-resets/redeem', { token, password: randomUUID() });
  }

  before(async () => {
    workspace = await newWorkspace();
    owner = await newPerson(workspace, 'owner');
    await signUp();
    for (const mode of ['live', 'sandbox']) {
      const { id, key } = await post('/auth/api-keys', { name: 'Confidential', mode, scopes: ['read:leads'] });
      await post(`/auth/api-keys/${id}/rotate`);
      const host = mode === 'live' ? system().urls.api : system().urls.sandbox;
      const used = await fetch(`${host}/v1/leads`, { headers: { authorization: `Bearer ${key}` } });
      expect(used.status).to.equal(200);
      // Secrets in these places must not get into a log: an address and a malformed header.
      await fetch(`${host}/v1/leads?api_key=${key}`);
      await fetch(`${host}/v1/leads`, { headers: { authorization: `Token ${key}` } });
    }
    await post('/auth/two-factor');
    const app = {
      name: `App ${randomUUID()}`,
      redirect_uris: ['https://app.example/callback'],
      scopes: ['read:leads'],
    };
    await post('/auth/apps', app);
    for (const token of await readMailedTokens(system())) rememberSecret(token, 'link of a mail');
  });

  describe('a search of all databases and logs', () => {
    const planted = `pl_live_${randomUUID()}`;
    let findings: readonly Finding[];

    before(async () => {
      const connection = await mongoose.createConnection(system().mongoUrl).asPromise();
      const database = connection.useDb('test_planted_secret');
      const log = join(getDataLayout(system().dataDirectory).logs, 'planted.log');
      try {
        await database.collection('planted').insertOne({ nested: [{ text: `Bearer ${planted}.` }] });
        const basic = Buffer.from(`${planted}:`).toString('base64');
        await appendFile(log, `${JSON.stringify({ msg: `GET /?key=${planted}` })}\nauthorization: Basic ${basic}\n`);
        const secrets = new Map([...givenSecrets(), [planted, 'planted']]);
        const { findings: found, searched } = await searchSystem(system(), secrets);
        process.stdout.write(`searched ${searched} characters for ${secrets.size} secrets\n`);
        findings = found;
      } finally {
        await database.dropDatabase();
        await connection.close();
        await rm(log, { force: true });
      }
    });

    it('finds no secret, link or code that the run received', () => {
      for (const kind of kinds) {
        expect(
          [...givenSecrets().values()].some((what) => what.includes(kind)),
          kind,
        ).to.equal(true);
      }
      expect(findings.filter(({ what }) => what !== 'planted')).to.deep.equal([]);
    });

    it('finds a secret that was planted in a database and in a log', () => {
      const places = findings.filter(({ what }) => what === 'planted').map(({ place }) => place.split(' ')[0]);
      expect(places).to.deep.equal(['test_planted_secret.planted', 'log', 'log']);
    });
  });
});
