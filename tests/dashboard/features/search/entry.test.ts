import { type Entry, filterEntries } from '@plotline/dashboard/features/search/entry';
import IconFile from '@tabler/icons-react/icons/IconFile';
import { expect } from 'chai';

const entry = (label: string, keywords?: string): Entry => ({
  id: label,
  label,
  icon: IconFile,
  ...(keywords === undefined ? {} : { keywords }),
  run: () => undefined,
});

describe('entries in the command palette', () => {
  const entries = [entry('Import a file', 'csv excel'), entry('New lead', 'add create'), entry('Leads')];
  const find = (text: string) => filterEntries(entries, text).map(({ label }) => label);

  it('match if their label or keywords contain all words, ignoring case', () => {
    expect(find('')).to.deep.equal(['Import a file', 'New lead', 'Leads']);
    expect(find('CSV import')).to.deep.equal(['Import a file']);
    expect(find('add lead')).to.deep.equal(['New lead']);
    expect(find('deal')).to.deep.equal([]);
  });

  it('come first when their label starts with the text', () => {
    expect(find('lead')).to.deep.equal(['Leads', 'New lead']);
  });
});
