import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signPayload } from '@plotline/webhook/channels/work/signing';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { freePort } from '../../../support/free-port.js';
import { newWorkspace } from '../../../support/workspace.js';
import { findMissing, runProgram } from './run-program.js';
import { joinProgram, readGuideSources } from './snippets.js';

interface Vector {
  readonly secret: string;
  readonly body: string;
  readonly signature: string;
  readonly genuine: boolean;
}

const timestamp = '1767225600';

/** Code that prints a JSON array. It says for each vector whether the guide's function accepts it. */
const drivers: Readonly<Record<string, string>> = {
  js: `const { vectors, now } = JSON.parse(process.env.VECTORS);
const judge = (one) => isGenuine(one.secret, String(now), Buffer.from(one.body), one.signature, now + Number(process.env.DELAY));
console.log(JSON.stringify(vectors.map(judge)));`,
  python: `import json, os
given = json.loads(os.environ["VECTORS"])
judge = lambda one: is_genuine(one["secret"], str(given["now"]), one["body"].encode(), one["signature"], given["now"] + int(os.environ["DELAY"]))
print(json.dumps([judge(one) for one in given["vectors"]]))`,
  php: `$given = json_decode(getenv('VECTORS'), true);
$judge = fn ($one) => is_genuine($one['secret'], (string) $given['now'], $one['body'], $one['signature'], $given['now'] + (int) getenv('DELAY'));
echo json_encode(array_map($judge, $given['vectors']));`,
  go: `type given struct {
	Now     int64
	Vectors []struct{ Secret, Body, Signature string }
}

func main() {
	var all given
	if err := json.Unmarshal([]byte(os.Getenv("VECTORS")), &all); err != nil {
		panic(err)
	}
	delay, _ := strconv.ParseInt(os.Getenv("DELAY"), 10, 64)
	judged := []bool{}
	for _, one := range all.Vectors {
		judged = append(judged, isGenuine(one.Secret, strconv.FormatInt(all.Now, 10), []byte(one.Body), one.Signature, all.Now+delay))
	}
	json.NewEncoder(os.Stdout).Encode(judged)
}`,
};

/** A Go program has its imports at the top of the file. */
const adapt = (language: string, code: string) =>
  language === 'go' ? code.replace('"encoding/hex"', '"encoding/hex"\n\t"encoding/json"\n\t"os"') : code;

describe('the webhooks guide', () => {
  const guide = readGuideSources().find(({ name }) => name === 'webhooks') ?? { name: '', snippets: [] };
  const vectors: readonly Vector[] = JSON.parse(joinProgram(guide, 'json', 'vectors'));

  it('has test vectors with the signatures of real deliveries', () => {
    expect(vectors.map(({ genuine }) => genuine)).to.include.members([true, false]);
    for (const { secret, body, signature, genuine } of vectors) {
      const headers = signPayload([secret], { id: 'evt_1', body, now: new Date(Number(timestamp) * 1_000) });
      expect(headers['x-service-timestamp']).to.equal(timestamp);
      expect(signature.split(/, ?/).includes(headers['x-service-signature'] ?? '')).to.equal(genuine);
    }
  });

  for (const [language, driver] of Object.entries(drivers)) {
    it(`accepts its test vectors in ${language}, and none that are 301 seconds old`, async function () {
      const code = adapt(language, joinProgram(guide, language, 'verify'));
      expect(code).to.not.equal('');
      const missing = findMissing(language, code);
      if (missing.length > 0) {
        process.stdout.write(`      not run, as this machine has no ${missing.join(', ')}\n`);
        this.skip();
      }
      const VECTORS = JSON.stringify({ now: Number(timestamp), vectors });
      const judge = async (DELAY: string): Promise<unknown> =>
        JSON.parse(await runProgram(language, `${code}\n${driver}`, { VECTORS, DELAY }));
      const [inTime, late] = await Promise.all([judge('0'), judge('301')]);
      expect(inTime).to.deep.equal(vectors.map(({ genuine }) => genuine));
      expect(late).to.deep.equal(vectors.map(() => false));
    });
  }

  it('has a receiver that accepts a delivery signed with its secret once, and refuses other deliveries', async () => {
    const { sandbox } = await newWorkspace();
    const port = await freePort();
    const directory = await mkdtemp(join(tmpdir(), 'plotline-guide-'));
    const secret = 'the secret of the receiver of the guide';
    await writeFile(
      join(directory, 'receiver.mjs'),
      joinProgram(guide, 'js', 'verify') + joinProgram(guide, 'js', 'receiver'),
    );
    const environment = { ...process.env, PLOTLINE_WEBHOOK_SECRET: secret, PORT: String(port) };
    const receiver = spawn(process.execPath, [join(directory, 'receiver.mjs')], { env: environment });
    const ended = once(receiver, 'exit');
    let printed = '';
    receiver.stdout.on('data', (chunk) => {
      printed += String(chunk);
    });
    try {
      const url = `http://127.0.0.1:${port}/`;
      await eventually(async () => expect((await fetch(url, { method: 'POST' })).status).to.equal(401));
      const right = await sandbox.create('/v1/webhooks', { url, secret, events: ['lead.created'] });
      const wrong = await sandbox.create('/v1/webhooks', { url, secret: `${secret}?`, events: ['lead.won'] });
      const test = async (id: string) => (await sandbox.post(`/v1/webhooks/${id}/test`)).body;
      expect(await test(wrong.id)).to.have.nested.property('data.response_code', 401);
      expect(await test(right.id)).to.have.nested.property('data.response_code', 204);
      const lead = await sandbox.create('/v1/leads', { name: 'Noor Haddad', email: 'noor@example.com' });
      await eventually(() => expect(printed).to.include(`lead.created ${lead.id}`));
    } finally {
      receiver.kill();
      await ended;
      await rm(directory, { recursive: true, force: true });
    }
  });
});
