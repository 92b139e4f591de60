import { createOptionsFilter, filterOptions } from '@plotline/dashboard/ui/forms/options-filter';
import { expect } from 'chai';

const toOption = (name: string) => ({ value: name, label: name });
const names = Array.from({ length: 250 }, (_, index) => `Agent ${index}`);
const labelsOf = (options: readonly { readonly label?: string }[]) => options.map(({ label }) => label);

describe('a searchable field', () => {
  it('shows a hundred options, and a disabled line with the number of further options', () => {
    const options = filterOptions({ options: names.map(toOption), search: '', limit: Number.POSITIVE_INFINITY });
    expect(options).to.have.length(101);
    expect(options.at(-1)).to.deep.include({ label: '150 more: type to find them', disabled: true });
  });

  it('finds options beyond the first hundred, in groups, and by text that is not in the label', () => {
    const find = (search: string) => filterOptions({ options: names.map(toOption), search, limit: 5 });
    expect(find(' agent 24').map((one) => 'value' in one && one.value)).to.include('Agent 249');
    expect(find('nobody')).to.deep.equal([]);
    const [group] = filterOptions({ options: [{ group: 'All', items: names.map(toOption) }], search: '249', limit: 5 });
    expect(labelsOf(group && 'items' in group ? group.items : [])).to.deep.equal(['Agent 249']);
    const byMail = createOptionsFilter(({ value }) => `${value}@example.com`);
    expect(byMail({ options: names.map(toOption), search: '7@EXAMPLE', limit: 5 })).to.have.length(25);
  });
});
