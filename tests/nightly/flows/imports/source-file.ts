/** Lead as GET returns it, limited to the fields in the file. */
export interface SourceLead {
  readonly external_id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly source: string;
  readonly budget: { readonly min: number; readonly max: number; readonly currency: string };
  readonly notes: string | null;
  readonly tags: readonly string[];
  readonly next_follow_up: string;
}

/** Cells of a row by column. */
export type Row = Readonly<Record<string, string>>;

/** Typical changes that spreadsheets, parsers and people make to texts. */
const names = [
  'Noor Haddad',
  'Zoë “Q” Müller-Lüdenscheidt',
  '=HYPERLINK("http://x.example";"Ann")',
  "@Ali O'Neil",
  '海 翔',
];
const notes = ['', 'Prefers mornings; calls back', 'She said: "later"\nand then\ncalled', '-1', '=2+2', 'a\ttab'];
const tagLists = [[], ['vip'], ['vip', 'sea view; east'], ['+1']];
const sources = ['website', 'referral', 'portal', 'social', 'walk_in'];

function pick<Item>(items: readonly Item[], place: number): Item {
  const item = items[place % items.length];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

export function makeLead(place: number): SourceLead {
  return {
    external_id: `CRM-${place}`,
    name: `${pick(names, place)} ${place}`,
    email: `lead.${place}@example.com`,
    phone: `+351 910 ${String(place).padStart(6, '0')}`,
    source: pick(sources, place),
    budget: { min: 100_000 + place, max: 250_000.5 + place, currency: pick(['EUR', 'AED', 'USD'], place) },
    notes: pick(notes, place) || null,
    tags: pick(tagLists, place),
    next_follow_up: new Date(Date.UTC(2027, 0, 1 + (place % 365), 9, 30)).toISOString(),
  };
}

/** Returns a lead's row as in a person's spreadsheet. */
export function toRow(lead: SourceLead): Row {
  const { budget } = lead;
  return {
    'CRM ID': lead.external_id,
    'Full name': lead.name,
    'E-mail': lead.email,
    Mobile: lead.phone,
    'Lead source': lead.source,
    'Budget from': String(budget.min),
    'Budget to': budget.max.toLocaleString('de-DE', { minimumFractionDigits: 2 }),
    Currency: budget.currency,
    Notes: lead.notes ?? '',
    Tags: lead.tags.some((tag) => tag.includes(';')) ? JSON.stringify(lead.tags) : lead.tags.join('; '),
    'Next follow-up': lead.next_follow_up.replace('T', ' ').slice(0, 16),
  };
}

/** Guessed field of each column. */
export const expectedMapping = {
  'CRM ID': 'external_id',
  'Full name': 'name',
  'E-mail': 'email',
  Mobile: 'phone',
  'Lead source': 'source',
  'Budget from': 'budget.min',
  'Budget to': 'budget.max',
  Currency: 'budget.currency',
  Notes: 'notes',
  Tags: 'tags',
  'Next follow-up': 'next_follow_up',
};

function quote(cell: string): string {
  return /[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Returns CSV with semicolons. Appends the text from `further` to each line. */
export function toCsv(rows: readonly Row[], further: (place: number) => string = () => ''): string {
  const [first = {}] = rows;
  const lines = rows.map((row, place) => Object.values(row).map(quote).join(';') + further(place));
  return [Object.keys(first).map(quote).join(';'), ...lines, ''].join('\r\n');
}

interface FaultKind {
  readonly cells: (row: Row, previous: Row) => Row;
  /** Field of the first reported error. Empty if the error concerns the whole row. */
  readonly field: string;
  /** Text that is inserted after the unchanged row. */
  readonly further?: string;
}

export const faultKinds: readonly FaultKind[] = [
  { cells: () => ({ 'Full name': '' }), field: 'name' },
  { cells: () => ({ 'E-mail': '' }), field: 'email' },
  { cells: () => ({ 'E-mail': 'not an address' }), field: 'email' },
  { cells: () => ({ Mobile: 'ask her' }), field: 'phone' },
  { cells: () => ({ 'Lead source': 'television' }), field: 'source' },
  { cells: () => ({ 'Budget from': 'a lot' }), field: 'budget.min' },
  { cells: () => ({ 'Budget from': '100.000.5' }), field: 'budget.min' },
  { cells: () => ({ 'Budget from': '900000' }), field: 'budget.min' },
  { cells: () => ({ Currency: 'XYZ' }), field: 'budget.currency' },
  { cells: () => ({ 'Next follow-up': '31.02.2027' }), field: 'next_follow_up' },
  { cells: (_row, previous) => ({ 'CRM ID': previous['CRM ID'] ?? '' }), field: 'external_id' },
  { cells: () => ({}), field: '', further: ';one cell too many' },
];
