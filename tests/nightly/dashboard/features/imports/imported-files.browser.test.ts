import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { toSheet } from '../../../../dashboard/support/lead-file.js';
import { type OpenDashboard, openDashboard } from '../../../../dashboard/support/open-dashboard.js';
import { useBrowser } from '../../../../support/browser/use-browser.js';
import type { TestWorkspace } from '../../../../support/workspace.js';
import { makeWorkbook } from '../../../../transfer/support/make-workbook.js';

type ExpectedRecords = Readonly<Record<string, object>>;

/** Typical customer file, and the records it creates when it is imported through the dashboard. */
interface ImportedFile {
  readonly title: string;
  readonly name?: string;
  readonly content: string | Buffer | ((workspace: TestWorkspace) => Promise<string>);
  readonly resource?: 'units' | 'properties';
  /** Choices that importing the file requires. */
  readonly choose?: (page: Page) => Promise<unknown>;
  /** Fields of the stored records, by email for leads and by name for other records. */
  readonly records: ExpectedRecords | ((workspace: TestWorkspace) => Promise<ExpectedRecords>);
  readonly skipped?: number;
}

const csv = (...lines: readonly string[]) => `${lines.join('\n')}\n`;

/** Creates a CSV file that contains a name encoded in the file's charset. */
const withName = (name: readonly number[], email: string) =>
  Buffer.concat([Buffer.from('name,email\n'), Buffer.from(name), Buffer.from(`,${email}\n`)]);

const hasGuess = (charset: string) => (page: Page) =>
  page
    .getByLabel('Character set of the file')
    .and(page.locator(`:has(option[value="${charset}"]:checked)`))
    .waitFor();

const kyero = `<?xml version="1.0" encoding="utf-8"?>
<root><kyero><feed_version>3</feed_version></kyero>
<property><id>K-1</id><date>2026-11-01 10:00:00</date><ref>K-1</ref><price>389000</price><currency>EUR</currency>
<price_freq>sale</price_freq><type>villa</type><town>Finestrat</town><province>Alicante</province>
<country>spain</country><beds>3</beds><baths>2</baths><pool>1</pool></property></root>
`;

const files: readonly ImportedFile[] = [
  {
    title: 'Arabic in windows-1256, after a look at the guess',
    content: withName([0xe4, 0xe6, 0xd1, 0x20, 0xcd, 0xcf, 0xc7, 0xcf], 'n@files.example'),
    choose: hasGuess('windows-1256'),
    records: { 'n@files.example': { name: 'نور حداد' } },
  },
  {
    title: 'Russian in windows-1251, after a look at the guess',
    content: withName([0xc0, 0xed, 0xed, 0xe0, 0x20, 0xc8, 0xe2, 0xe0, 0xed, 0xee, 0xe2, 0xe0], 'a@files.example'),
    choose: hasGuess('windows-1251'),
    records: { 'a@files.example': { name: 'Анна Иванова' } },
  },
  {
    title: 'Chinese in gb18030, with the charset chosen',
    content: withName([0xcd, 0xf5, 0xd0, 0xa1, 0xc3, 0xf7], 'w@files.example'),
    choose: (page) => page.getByLabel('Character set of the file').selectOption('gb18030'),
    records: { 'w@files.example': { name: '王小明' } },
  },
  {
    title: 'dates whose column shows that the day is first',
    content: csv('name,email,last contact', 'A,a@files.example,03/11/2026', 'B,b@files.example,25/11/2026'),
    choose: (page) => page.getByText('Day first, because row 3 is "25/11/2026".').waitFor(),
    records: { 'a@files.example': { last_contacted: '2026-11-03T00:00:00.000Z' } },
  },
  {
    title: 'dates whose order a person chooses',
    content: csv('name,email,last contact', 'A,a@files.example,03/11/2026'),
    choose: async (page) => {
      await page
        .getByText(/Choose the order of dates\./)
        .first()
        .waitFor();
      await page.getByLabel('Order of dates').selectOption('mdy');
      await page.getByText('You chose this.').waitFor();
    },
    records: { 'a@files.example': { last_contacted: '2026-03-11T00:00:00.000Z' } },
  },
  {
    title: 'amounts with k, M, currencies and Indian grouping',
    content: csv(
      'name,email,budget from,budget to',
      'A,a@files.example,450k,"AED 1.25M"',
      'B,b@files.example,"AED 12,50,000",',
    ),
    records: {
      'a@files.example': { budget: { min: 450_000, max: 1_250_000, currency: 'AED' } },
      'b@files.example': { budget: { min: 1_250_000, max: null, currency: 'AED' } },
    },
  },
  {
    title: 'a currency for all rows, and words of another system',
    content: csv('name,email,budget from,source', 'A,a@files.example,300000,Zoopla', 'B,b@files.example,1,Walk-in'),
    choose: async (page) => {
      await page.getByLabel('Zoopla').selectOption('portal');
      await page.getByLabel('Add a value for').selectOption('budget.currency');
      await page.getByRole('textbox', { name: 'Budget currency' }).fill('CHF');
      await page.getByRole('option', { name: /^CHF/ }).click();
    },
    records: {
      'a@files.example': { source: 'portal', budget: { min: 300_000, max: null, currency: 'CHF' } },
      'b@files.example': { source: 'walk_in' },
    },
  },
  {
    title: 'contacts of another program, with parts of names',
    content: csv(
      'First Name,Last Name,E-mail 1 - Value,Phone 1 - Value,Labels',
      'Noor,Haddad,n@files.example,+971 50 123 4567,* myContacts',
    ),
    records: { 'n@files.example': { name: 'Noor Haddad', phone: '+971 50 123 4567' } },
  },
  {
    title: 'a line that names the separator, short rows and no values',
    content: csv('sep=;', 'name;email;phone;source', 'A;a@files.example', 'B;b@files.example;N/A;NULL'),
    records: { 'a@files.example': { name: 'A' }, 'b@files.example': { phone: null } },
  },
  {
    title: 'pipes, and the same column twice',
    content: csv('name|email|phone|phone', 'A|a@files.example||+971501234567'),
    records: { 'a@files.example': { phone: '+971501234567' } },
  },
  {
    title: 'a sheet of a workbook, with months by their names',
    name: 'leads.xlsx',
    content: makeWorkbook({
      sheets: {
        Summary: toSheet([['Total'], ['1']]),
        Contacts: toSheet([
          ['Full name', 'E-mail', 'Follow up'],
          ['Noor Haddad', 'n@files.example', '31-Dec-2026'],
        ]),
      },
    }),
    choose: (page) => page.getByLabel('Sheet').selectOption('Contacts'),
    records: { 'n@files.example': { name: 'Noor Haddad', next_follow_up: '2026-12-31T00:00:00.000Z' } },
  },
  {
    title: 'an agent by the email address',
    content: async ({ api }) => {
      const agent = await api.create('/v1/agents', { name: 'Lina', email: 'lina@files.example', role: 'agent' });
      return csv('name,email,assigned agent', `A,a@files.example,${agent.email}`);
    },
    records: async ({ api }) => {
      const agent = (await api.get('/v1/agents')).records.find(({ email }) => email === 'lina@files.example');
      return { 'a@files.example': { assigned_agent: agent?.id } };
    },
  },
  {
    title: 'a JSON array with a faulty record',
    name: 'leads.json',
    content: JSON.stringify([
      { name: 'A', email: 'a@files.example', budget: { min: 5, currency: 'AED' } },
      { name: 'B', email: 'none' },
    ]),
    records: { 'a@files.example': { budget: { min: 5, max: null, currency: 'AED' } } },
    skipped: 1,
  },
  {
    title: 'the properties of a Kyero feed',
    name: 'kyero.xml',
    content: kyero,
    resource: 'properties',
    records: { 'Villa in Finestrat (K-1)': { type: 'villa' } },
  },
];

async function importFile({ page, workspace }: OpenDashboard, file: ImportedFile): Promise<void> {
  const { name = 'leads.csv', content, resource, choose, skipped = 0 } = file;
  if (resource) await page.getByLabel('Record type').selectOption(resource);
  const made = typeof content === 'function' ? await content(workspace) : content;
  const upload = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(made) };
  await page.getByLabel('Drop a file here').setInputFiles(upload);
  await page.getByRole('region', { name: '2. Columns' }).waitFor();
  await choose?.(page);
  await page.getByRole('region', { name: '5. First rows' }).getByRole('row').nth(1).waitFor();
  await page.getByRole('button', { name: 'Import now' }).click();
  const outcome = skipped === 0 ? /^All \w+ were imported\.$/ : `${skipped} row was skipped.`;
  await page.getByText(outcome).waitFor();
}

describe('typical customer files', () => {
  const browser = useBrowser();

  for (const file of files) {
    it(`imports ${file.title}`, async () => {
      const dashboard = await openDashboard(browser(), { path: 'transfers/new' });
      await importFile(dashboard, file);
      const key = file.resource === undefined ? 'email' : 'name';
      const { records } = await dashboard.workspace.api.get(`/v1/${file.resource ?? 'leads'}`);
      const { records: wanted } = file;
      const expected = typeof wanted === 'function' ? await wanted(dashboard.workspace) : wanted;
      for (const [value, fields] of Object.entries(expected)) {
        const found = records.find((record) => record[key] === value);
        expect(found, `a record with the ${key} ${value}`).to.deep.include(fields);
      }
      await dashboard.close();
    });
  }
});
