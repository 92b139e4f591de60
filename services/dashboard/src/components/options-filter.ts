import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core';

/** So many options are shown at once; a browser is slow with thousands. */
const maxShown = 100;

/**
 * Finds options by a part of their text. When more are found than are shown, a last line says so, which cannot be chosen.
 */
export function createOptionsFilter(toText: (option: ComboboxItem) => string = ({ label }) => label): OptionsFilter {
  return ({ options, search }) => {
    const part = search.trim().toLowerCase();
    let found = 0;
    const pick = (items: readonly ComboboxItem[]): ComboboxItem[] =>
      items.filter((item) => {
        if (!toText(item).toLowerCase().includes(part)) return false;
        found += 1;
        return found <= maxShown;
      });
    const shown = options.flatMap<ComboboxParsedItem>((option) =>
      'group' in option ? [{ ...option, items: pick(option.items) }] : pick([option]),
    );
    const more = found - maxShown;
    if (more <= 0) return shown;
    return [...shown, { value: 'more', label: `${more.toLocaleString()} more: type to find them`, disabled: true }];
  };
}

/** Finds options by their labels. */
export const filterOptions = createOptionsFilter();
