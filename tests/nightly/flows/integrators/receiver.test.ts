import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { rememberSecret } from '../../../support/secrets/given-secrets.js';
import { newWorkspace, type TestWorkspace } from '../../../support/workspace.js';
import { canRun, type Language, languages, outputOf, startProgram } from './support/program.js';

const firstSecret = 'a first secret of the receivers';

/** Receiver that runs as a program. */
async function startReceiving(language: Language, file: string, secrets: readonly string[]) {
  const environment = { WEBHOOK_SECRETS: secrets.join('|'), RECEIVER_FILE: file };
  const program = startProgram(language, 'receiver/receiver', environment);
  if (!program.stdout) throw new Error('The program has no output.');
  const [port] = await once(program.stdout, 'data');
  const ended = outputOf(program).catch(() => undefined);
  return {
    url: `http://127.0.0.1:${String(port).trim()}/hooks`,
    async events(): Promise<readonly string[]> {
      const text = await readFile(file, 'utf8').catch(() => '');
      return text.split('\n').filter((line) => line !== '');
    },
    async stop() {
      program.kill();
      await ended;
    },
  };
}

/** Creates a delivery with the secret. */
function forge(secret: string, at = Date.now(), data: object = { id: 'lead_forged' }) {
  const body = JSON.stringify({ id: `evt_${randomUUID()}`, event: 'lead.updated', data });
  const timestamp = String(Math.floor(at / 1_000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { body, headers: { 'x-service-timestamp': timestamp, 'x-service-signature': `sha256=${signature}` } };
}

describe('a webhook receiver written from the documentation only', () => {
  let workspace: TestWorkspace;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plotline-receiver-'));
    workspace = await newWorkspace();
    rememberSecret(firstSecret, 'secret of the receivers');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const language of languages) {
    describe(`in ${language}`, () => {
      const file = () => join(folder, `${language}.events`);
      let receiver: Awaited<ReturnType<typeof startReceiving>>;
      let webhookId: string;
      let leadId: string;

      before(async function () {
        if (!canRun(language)) this.skip();
        receiver = await startReceiving(language, file(), [firstSecret]);
        const webhook = { url: receiver.url, events: ['lead.created', 'lead.updated'] };
        webhookId = (await workspace.api.create('/v1/webhooks', { ...webhook, secret: firstSecret })).id;
      });
      after(async () => {
        if (webhookId !== undefined) await workspace.api.delete(`/v1/webhooks/${webhookId}`);
        await receiver?.stop();
      });

      /** Returns the receiver's stored state of a record. */
      async function newestOf(id: string): Promise<unknown> {
        return (await fetch(`${receiver.url}/${id}`)).json();
      }

      /** Sends a forged delivery and resolves to the status. */
      async function send({ body, headers }: ReturnType<typeof forge>): Promise<number> {
        const answer = await fetch(receiver.url, { method: 'POST', body, headers });
        await answer.arrayBuffer();
        return answer.status;
      }

      it('stores each event once, and acknowledges repeated deliveries', async () => {
        const { api } = workspace;
        leadId = (await api.create('/v1/leads', { name: 'Zoë', email: `${language}@example.com` })).id;
        for (const name of ['Zoë A', 'Zoë B', 'Zoë C']) await api.put(`/v1/leads/${leadId}`, { name });
        await eventually(async () => {
          expect(await receiver.events()).to.have.length(4);
          expect(await newestOf(leadId)).to.deep.equal((await api.get(`/v1/leads/${leadId}`)).record);
        });
        const path = `/v1/webhooks/${webhookId}/deliveries`;
        const delivery = (await api.get(path)).records[0]?.id;
        const resent = await api.post(`${path}/${delivery}/resend`);
        expect(resent.status).to.be.below(300);
        await eventually(async () => {
          const { record } = await api.get(`${path}/${delivery}`);
          expect(record['attempts']).to.have.length(2);
          expect(record).to.include({ status: 'delivered', response_code: 204 });
        });
        expect(await receiver.events()).to.have.length(4);
      });

      it('keeps the newer state when an older one arrives late, and ignores events without a state', async () => {
        const { record } = await workspace.api.get(`/v1/leads/${leadId}`);
        const late = { ...record, name: 'Zoë of old', updated_at: record['created_at'] };
        for (const data of [late, { id: leadId }, { lead_id: leadId }]) {
          expect(await send(forge(firstSecret, Date.now(), data))).to.equal(204);
        }
        expect(await newestOf(leadId)).to.deep.equal(record);
      });

      it('refuses a wrong secret, an old timestamp and a changed body', async () => {
        const genuine = forge(firstSecret);
        expect(await send(genuine)).to.equal(204);
        const count = (await receiver.events()).length;
        expect(await send(forge('a secret of somebody else'))).to.equal(401);
        expect(await send(forge(firstSecret, Date.now() - 330_000))).to.equal(401);
        expect(await send(forge(firstSecret, Date.now() + 330_000))).to.equal(401);
        expect(await send({ ...genuine, body: `${genuine.body} ` })).to.equal(401);
        expect(await receiver.events()).to.have.length(count);
      });

      it('continues during a secret rotation, while events are signed with the old, both, and then the new secret', async () => {
        const { api } = workspace;
        const rotated = await api.post(`/v1/webhooks/${webhookId}/rotate-secret`);
        const secret = String(rotated.record['secret']);
        for (const [place, secrets] of [undefined, [firstSecret, secret], [secret]].entries()) {
          if (secrets) {
            await receiver.stop();
            receiver = await startReceiving(language, file(), secrets);
            await api.put(`/v1/webhooks/${webhookId}`, { url: receiver.url });
          }
          const count = (await receiver.events()).length;
          await api.put(`/v1/leads/${leadId}`, { name: `Zoë ${place}` });
          await eventually(async () => {
            expect(await receiver.events()).to.have.length(count + 1);
            expect(await newestOf(leadId)).to.deep.equal((await api.get(`/v1/leads/${leadId}`)).record);
          });
        }
        expect(await send(forge(firstSecret))).to.equal(401);
      });
    });
  }
});
