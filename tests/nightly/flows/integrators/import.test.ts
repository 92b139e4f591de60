import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { readTotal } from '../../../support/listings-and-leads.js';
import { system } from '../../../support/system.js';
import { useFixture } from '../../../support/use-fixture.js';
import { newWorkspace, type TestWorkspace } from '../../../support/workspace.js';
import { canRun, languages, outputOf, runProgram, startProgram } from './support/program.js';
import { startUnreliableHost } from './support/unreliable-host.js';

interface Row {
  readonly path: string;
  readonly external_id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

interface Result {
  readonly created: number;
  readonly updated: number;
  readonly refused: readonly { readonly external_id: string; readonly reasons: readonly object[] }[];
  readonly counts: Readonly<Record<'limited' | 'unavailable' | 'lost', number>>;
}

const rowCount = 12;
/** Ids in the form that other systems use. */
const idOf = (kind: string, place: number) => `CRM ${kind}/${place} é+%`;

function toRows(propertyId: string): Row[] {
  const price = (place: number) => ({ amount: 100_000 + place, currency: 'EUR' });
  const units = Array.from({ length: rowCount }, (_, place) => ({
    path: '/v1/units',
    external_id: idOf('unit', place),
    fields: { property_id: propertyId, name: `Unit ${place}`, price: price(place) },
  }));
  const leads = Array.from({ length: rowCount }, (_, place) => ({
    path: '/v1/leads',
    external_id: idOf('lead', place),
    fields: { name: `Lead ${place}`, email: `lead.${place}@example.com`, tags: ['import'] },
  }));
  const [unit] = units;
  const wrong = [
    { path: '/v1/leads', external_id: 'no-email', fields: { name: 'Noor' } },
    { path: '/v1/leads', external_id: 'wrong-email', fields: { name: 'Noor', email: 'noor at example' } },
    {
      path: '/v1/units',
      external_id: 'wrong-price',
      fields: { ...unit?.fields, price: { amount: -1, currency: 'EUR' } },
    },
  ];
  return [...units, ...wrong, ...leads];
}

describe('a safe import written from the documentation only, over a connection that loses responses', () => {
  const host = useFixture(() => startUnreliableHost(system().urls.api));
  let folder: string;
  const outcomes = new Map<string, unknown>();

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plotline-import-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Returns the records without values that differ between workspaces. */
  async function readState({ api }: TestWorkspace): Promise<unknown> {
    const units = await api.get('/v1/units?per_page=100&fields=external_id,name,price');
    const leads = await api.get('/v1/leads?per_page=100&fields=external_id,name,email,tags');
    const plain = [...units.records, ...leads.records].map(({ id: _, ...record }) => record);
    return plain.sort((one, other) => String(one['external_id']).localeCompare(String(other['external_id'])));
  }

  for (const language of languages) {
    it(`stores each row once and reports the errors in ${language}, even if it is killed and restarted`, async function () {
      if (!canRun(language)) this.skip();
      const workspace = await newWorkspace();
      const location = { city: 'Faro' };
      const property = await workspace.api.create('/v1/properties', { name: 'Quay', type: 'apartment', location });
      const environment = {
        PLOTLINE_URL: host().url,
        PLOTLINE_KEY: workspace.key,
        IMPORT_ROWS: join(folder, `${language}.json`),
      };
      await writeFile(environment.IMPORT_ROWS, JSON.stringify(toRows(property.id)));

      const { passed } = host();
      passed.atMost = passed.count + rowCount / 2;
      const killed = startProgram(language, 'import/import', environment);
      const ended = outputOf(killed).catch((error: unknown) => error);
      await eventually(() => expect(passed.count).to.be.at.least(passed.atMost));
      killed.kill('SIGKILL');
      expect(String(await ended)).to.contain('SIGKILL');
      passed.atMost = Number.POSITIVE_INFINITY;
      expect(await readTotal(workspace.api, '/v1/leads')).to.be.below(rowCount);

      const { counts, ...result }: Result = await runProgram(language, 'import/import', environment);
      expect(result.created + result.updated).to.equal(2 * rowCount);
      expect(result.refused.map(({ external_id }) => external_id)).to.deep.equal([
        'no-email',
        'wrong-email',
        'wrong-price',
      ]);
      const fields = result.refused.map(({ reasons }) => reasons.map((reason) => Reflect.get(reason, 'field')));
      expect(fields).to.deep.equal([['email'], ['email'], ['price.amount']]);
      expect(Math.min(counts.limited, counts.unavailable, counts.lost)).to.be.above(0);

      expect(await readTotal(workspace.api, '/v1/units')).to.equal(rowCount);
      expect(await readTotal(workspace.api, '/v1/leads')).to.equal(rowCount);
      const state = await readState(workspace);
      const again: Result = await runProgram(language, 'import/import', environment);
      expect([again.created, again.updated]).to.deep.equal([0, 2 * rowCount]);
      expect(await readState(workspace)).to.deep.equal(state);
      outcomes.set(language, { state, refused: result.refused });
    });
  }

  it('leaves the same records and reports the same errors in both languages', function () {
    if (!languages.every(canRun)) this.skip();
    expect(outcomes.get('Python')).to.deep.equal(outcomes.get('Node'));
  });
});
