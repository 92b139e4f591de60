import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core';
import { formatNumber } from '../format/format-number.js';

/** Maximum number of options. Browsers are slow with thousands of options. */
const maxOptions = 100;

/**
 * Creates a filter that finds options by a part of their text. If some options are omitted, a disabled last option
 * shows their number.
 */
export function createOptionsFilter(toText: (option: ComboboxItem) => string = ({ label }) => label): OptionsFilter {
  return ({ options, search }) => {
    const part = search.trim().toLowerCase();
    let found = 0;
    const pick = (items: readonly ComboboxItem[]): ComboboxItem[] =>
      items.filter((item) => {
        if (!toText(item).toLowerCase().includes(part)) return false;
        found += 1;
        return found <= maxOptions;
      });
    const shown = options.flatMap<ComboboxParsedItem>((option) =>
      'group' in option ? [{ ...option, items: pick(option.items) }] : pick([option]),
    );
    const more = found - maxOptions;
    if (more <= 0) return shown;
    return [...shown, { value: 'more', label: `${formatNumber(more)} more: type to find them`, disabled: true }];
  };
}

/** Filters options by their labels. */
export const filterOptions = createOptionsFilter();
