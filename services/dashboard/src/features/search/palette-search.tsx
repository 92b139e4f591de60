import { Combobox, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Icon } from '@tabler/icons-react';
import IconBuildingSkyscraper from '@tabler/icons-react/icons/IconBuildingSkyscraper';
import IconDoor from '@tabler/icons-react/icons/IconDoor';
import IconReceipt from '@tabler/icons-react/icons/IconReceipt';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import IconUser from '@tabler/icons-react/icons/IconUser';
import IconUserCircle from '@tabler/icons-react/icons/IconUserCircle';
import { useEffect, useState } from 'react';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { type Entry, type EntryGroup, filterEntries } from './entry.js';
import classes from './search.module.css';
import type { FoundRecord } from './search-records.js';
import { useGoTo } from './use-go-to.js';
import { useRecordSearch } from './use-record-search.js';

interface PaletteSearchProps {
  readonly actions: readonly Entry[];
  readonly pages: readonly Entry[];
  readonly onClose: () => void;
}

const waitMs = 200;

const recordIcons: Readonly<Record<FoundRecord['kind'], Icon>> = {
  lead: IconUser,
  property: IconBuildingSkyscraper,
  unit: IconDoor,
  deal: IconReceipt,
  person: IconUserCircle,
};

function PaletteOption({ entry }: { readonly entry: Entry }) {
  const { id, label, detail, icon: Shown } = entry;
  return (
    <Combobox.Option value={id} className={classes.option}>
      <Shown size={18} stroke={1.75} aria-hidden className={classes.icon} />
      <span className={classes.label}>{label}</span>
      {detail === undefined ? null : <span className={classes.detail}>{detail}</span>}
    </Combobox.Option>
  );
}

/**
 * Returns the entries that match the text. Pages and actions are available immediately, and records once the API has
 * found them.
 */
function useMatches({ actions, pages }: Omit<PaletteSearchProps, 'onClose'>, text: string) {
  const [waited] = useDebouncedValue(text.trim(), waitMs);
  const { groups, isSearching, error } = useRecordSearch(waited);
  const goTo = useGoTo();
  const toEntry = (record: FoundRecord): Entry => ({
    id: record.id,
    label: record.label,
    detail: record.detail,
    icon: recordIcons[record.kind],
    run: () => goTo(record),
  });
  const isCurrent = waited === text.trim();
  const records = isCurrent
    ? groups.map(({ group, records: found }) => ({ label: group, entries: found.map(toEntry) }))
    : [];
  const matches: readonly EntryGroup[] = [
    { label: 'Actions', entries: filterEntries(actions, text) },
    { label: 'Pages', entries: filterEntries(pages, text) },
    ...records,
  ];
  return {
    matches: matches.filter(({ entries }) => entries.length > 0),
    isSearching: isSearching || !isCurrent,
    error,
  };
}

/**
 * Announces the progress of the search. The number of results is only for screen readers, because everyone else sees
 * the results.
 */
function describeStatus(text: string, count: number, isSearching: boolean) {
  if (isSearching) return { text: 'Searching…', isShown: true };
  if (count === 0) return { text: `Nothing found for “${text.trim()}”.`, isShown: true };
  return { text: `${count} ${count === 1 ? 'result' : 'results'}`, isShown: false };
}

/** Search field with the entries that match its text. Arrow keys and Enter choose an entry, wherever the focus is. */
export function PaletteSearch({ onClose, ...known }: PaletteSearchProps) {
  const [text, setText] = useState('');
  const { matches, isSearching, error } = useMatches(known, text);
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose, loop: true });
  const { selectFirstOption } = combobox;
  const entries = matches.flatMap((group) => group.entries);
  const firstId = entries[0]?.id;
  useEffect(() => {
    if (firstId !== undefined) selectFirstOption();
  }, [firstId, selectFirstOption]);
  const choose = (id: string) => {
    onClose();
    entries.find((entry) => entry.id === id)?.run();
  };
  const status = describeStatus(text, entries.length, isSearching);
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          role="combobox"
          aria-label="Search leads, properties, units, deals, people, pages and actions"
          placeholder="Name, email, phone, unit or page"
          leftSection={<IconSearch size={18} aria-hidden />}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          maxLength={200}
          data-autofocus
        />
      </Combobox.EventsTarget>
      <div className={classes.results}>
        <Combobox.Options aria-label="Results">
          {matches.map(({ label, entries: shown }) => (
            <Combobox.Group key={label} label={label}>
              {shown.map((entry) => (
                <PaletteOption key={entry.id} entry={entry} />
              ))}
            </Combobox.Group>
          ))}
        </Combobox.Options>
        <ProblemText error={error} mt="sm" />
        <Text size="sm" c="dimmed" role="status" className={status.isShown ? classes.status : 'visually-hidden'}>
          {status.text}
        </Text>
      </div>
    </Combobox>
  );
}
