import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { ApiClient, ApiRecord } from '../../../support/api-client.js';
import { eventually } from '../../../support/eventually.js';
import { startReceiver } from '../../../support/receiver.js';
import { useFixture } from '../../../support/use-fixture.js';
import { newWorkspace, type TestWorkspace } from '../../../support/workspace.js';
import { startLimitedGateway } from './support/limited-gateway.js';
import { PortfolioWriter } from './support/portfolio-writer.js';
import { canRun, type Language, languages, outputOf, runProgram, startProgram } from './support/program.js';
import fields from './sync/fields.json' with { type: 'json' };

type Copy = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

interface Counts {
  readonly requests: number;
  readonly limited: number;
  readonly events: number;
  readonly older: number;
}

const changes = 10_000;

async function walk(api: ApiClient, of: string, only: readonly string[]): Promise<[string, ApiRecord][]> {
  const records: [string, ApiRecord][] = [];
  let next: string | null = `/v1/${of}?${new URLSearchParams({ fields: only.join(), per_page: '100', cursor: '' })}`;
  while (next !== null) {
    const answer = await api.get(next);
    records.push(...answer.records.map((record): [string, ApiRecord] => [record.id, record]));
    next = Reflect.get(Object(Reflect.get(Object(answer.body), 'links')), 'next');
  }
  return records;
}

/** All records in the API, by kind and id. */
async function walkAll(api: ApiClient): Promise<Copy> {
  const kinds = Object.entries(fields).map(async ([of, only]) => [of, Object.fromEntries(await walk(api, of, only))]);
  return Object.fromEntries(await Promise.all(kinds));
}

describe("an incremental sync written from the documentation only, within a plan's limits while records change", () => {
  const gateway = useFixture(startLimitedGateway);
  let workspace: TestWorkspace;
  let folder: string;
  let isChanging = true;
  const totals = new Map<Language, { runs: number; requests: number; limited: number; events: number }>();

  const environmentOf = (language: Language) => ({
    PLOTLINE_URL: gateway().url,
    PLOTLINE_KEY: workspace.key,
    SYNC_JOURNAL: join(folder, `${language}.journal`),
    SYNC_COPY: join(folder, `${language}.json`),
  });

  async function sync(language: Language): Promise<void> {
    const counts: Counts = await runProgram(language, 'sync/sync', environmentOf(language));
    const total = totals.get(language) ?? { runs: 0, requests: 0, limited: 0, events: 0 };
    total.runs += 1;
    total.requests += counts.requests;
    total.limited += counts.limited;
    total.events = counts.events;
    totals.set(language, total);
  }

  /** Starts the sync and kills it in progress. */
  async function syncKilled(language: Language, afterMs: number): Promise<void> {
    const program = startProgram(language, 'sync/sync', environmentOf(language));
    const ended = outputOf(program).catch(() => undefined);
    await sleep(afterMs);
    program.kill('SIGKILL');
    await ended;
  }

  async function begin(language: Language): Promise<void> {
    await syncKilled(language, 400);
    await sync(language);
  }

  async function follow(language: Language): Promise<void> {
    while (isChanging) {
      await sync(language);
      await syncKilled(language, 250);
    }
    await sync(language);
  }

  /** Uses up the plan's requests in this minute, as another integration in the workspace may. */
  async function useUpLimit(): Promise<void> {
    const headers = { authorization: `Bearer ${workspace.key}` };
    const ask = () => fetch(`${gateway().url}/v1/leads?per_page=1`, { headers });
    for (;;) {
      const answers = await Promise.all(Array.from({ length: 20 }, ask));
      await Promise.all(answers.map((answer) => answer.arrayBuffer()));
      // At the end of a minute, waits for the next minute. The other clients would hardly notice a limit that is used
      // up so late.
      if (answers.some(({ headers }) => Number(headers.get('retry-after')) > 5)) return;
    }
  }

  const readCopy = async (language: Language): Promise<Copy> =>
    JSON.parse(await readFile(environmentOf(language).SYNC_COPY, 'utf8'));

  before(async function () {
    // On a slow machine, the changes and the requests that use up the limit need more time than other tests allow.
    this.timeout(900_000);
    folder = await mkdtemp(join(tmpdir(), 'plotline-sync-'));
    workspace = await newWorkspace({ plan: 'enterprise' });
    const writer = new PortfolioWriter(workspace.api);
    const portfolio = await writer.create();
    await Promise.all(languages.filter(canRun).map(begin));
    const change = writer.change(portfolio, changes).finally(() => {
      isChanging = false;
    });
    await Promise.all([useUpLimit(), change, ...languages.filter(canRun).map(follow)]);
    expect(writer.changes).to.be.at.least(changes);
  });

  after(() => rm(folder, { recursive: true, force: true }));

  for (const language of languages) {
    it(`ends with the same records as the API, field by field, in ${language}`, async function () {
      if (!canRun(language)) this.skip();
      await eventually(async () => {
        await sync(language);
        expect(await readCopy(language)).to.deep.equal(await walkAll(workspace.api));
      }, 60_000);
      expect(totals.get(language)?.events).to.be.at.least(changes);
    });

    it(`waits for the time in a 429 response, in ${language}`, async function () {
      if (!canRun(language)) this.skip();
      expect(totals.get(language)?.limited).to.be.above(0);
      const host = await startReceiver();
      host.answer = (response) => {
        const headers = { 'retry-after': '2', 'content-type': 'application/json' };
        response.writeHead(host.received.length === 1 ? 429 : 404, headers).end('{"error":{}}');
      };
      const journal = join(folder, `${language}.limited.journal`);
      const environment = { ...environmentOf(language), PLOTLINE_URL: new URL(host.url).origin, SYNC_JOURNAL: journal };
      await outputOf(startProgram(language, 'sync/sync', environment)).catch(() => undefined);
      const [refused, repeated] = host.received.map(({ at }) => at);
      expect(Number(repeated) - Number(refused)).to.be.at.least(2_000);
      await host.stop();
    });
  }

  it('keeps the same copy in both languages', async function () {
    if (!languages.every(canRun)) this.skip();
    expect(await readCopy('Python')).to.deep.equal(await readCopy('Node'));
  });
});
