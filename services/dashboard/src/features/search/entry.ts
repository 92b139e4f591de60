import type { Icon } from '@tabler/icons-react';

/** An action, page or record that the palette offers. */
export interface Entry {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  /** Additional words by which the entry is found. */
  readonly keywords?: string;
  readonly icon: Icon;
  readonly run: () => void;
}

export interface EntryGroup {
  readonly label: string;
  readonly entries: readonly Entry[];
}

const maxMatches = 6;

/**
 * Returns the entries that contain all words of a text. Entries that start with the text come first. Without a text,
 * returns all entries.
 */
export function filterEntries(entries: readonly Entry[], text: string): readonly Entry[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return entries;
  const toText = ({ label, keywords = '' }: Entry) => `${label} ${keywords}`.toLowerCase();
  const startsWithIt = ({ label }: Entry) => (label.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1);
  return entries
    .filter((entry) => words.every((word) => toText(entry).includes(word)))
    .toSorted((first, second) => startsWithIt(first) - startsWithIt(second))
    .slice(0, maxMatches);
}
