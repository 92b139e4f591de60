import { Button, MultiSelect, NativeSelect, Select, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { AgentSelect } from '../../../components/agent-select.js';
import { DebouncedText } from '../../../components/debounced-field.js';
import { FilterBar, type Filters } from '../../../components/filter-bar.js';
import { sources } from '../../../components/lead-choices.js';
import { useProperties } from '../../../components/listing-queries.js';
import { filterOptions } from '../../../components/options-filter.js';
import { toLabel } from '../../../components/status-badge.js';
import classes from './board.module.css';
import { readScore, readViewQuery, splitValues, toViewQuery } from './board-filters.js';

interface BoardFilterBarProps {
  readonly filters: Filters;
  readonly setFilters: (changes: Filters) => void;
}

const scores = [
  { value: '', label: 'Any score' },
  ...['30', '50', '70', '90'].map((value) => ({ value, label: `${value} or more` })),
];
const sourceOptions = sources.map((source) => ({ value: source, label: toLabel(source) }));

/** Lists the properties. Adds the one in the page's address if it is unknown, so that it can be cleared. */
function toOptions({ data = [], isSuccess }: ReturnType<typeof useProperties>, requested: string | null) {
  const options = data.map(({ id, name }) => ({ value: id, label: name }));
  const isUnknown = requested !== null && isSuccess && data.every(({ id }) => id !== requested);
  return isUnknown ? [{ value: requested, label: 'Not a property of this workspace' }, ...options] : options;
}

/** Filters the board. The page's address stores the filters. */
export function BoardFilterBar({ filters, setFilters }: BoardFilterBarProps) {
  const [isOpen, setOpen] = useState(false);
  const properties = useProperties();
  const propertyId = filters['property_id'] ?? null;
  const score = String(readScore(filters['min_score']) ?? '');
  const isOwnScore = scores.every(({ value }) => value !== score);
  return (
    <FilterBar isFiltered={toViewQuery(filters) !== ''} onClear={() => setFilters(readViewQuery(''))}>
      <Button
        variant="default"
        className={classes.filterToggle}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide filters' : 'Filters'}
      </Button>
      <div className={classes.filters} data-open={isOpen}>
        <DebouncedText
          label="Search"
          placeholder="Name, email…"
          type="search"
          maxLength={200}
          value={filters['search'] ?? ''}
          onPause={(search) => setFilters({ search })}
        />
        <AgentSelect
          label="Agent"
          placeholder="Any agent"
          value={filters['agent_id'] ?? null}
          onChange={(id) => setFilters({ agent_id: id ?? undefined })}
        />
        <MultiSelect
          label="Source"
          placeholder={filters['source'] ? '' : 'Any source'}
          data={sourceOptions}
          value={splitValues(filters['source'])}
          onChange={(values) => setFilters({ source: values.join(',') })}
        />
        <NativeSelect
          label="Score"
          data={isOwnScore ? [...scores, { value: score, label: `${score} or more` }] : scores}
          value={score}
          onChange={({ currentTarget }) => setFilters({ min_score: currentTarget.value })}
        />
        <Select
          label="Property"
          placeholder="Any property"
          data={toOptions(properties, propertyId)}
          value={propertyId}
          onChange={(id) => setFilters({ property_id: id ?? undefined })}
          filter={filterOptions}
          nothingFoundMessage={properties.isPending ? 'Loading' : 'Nothing found'}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear Property' }}
        />
        <TagsInput
          label="Tags"
          placeholder={filters['tags'] ? '' : 'Any tag'}
          value={splitValues(filters['tags'])}
          onChange={(values) => setFilters({ tags: values.join(',') })}
        />
      </div>
    </FilterBar>
  );
}
