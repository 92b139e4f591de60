import { MultiSelect, Select, TagsInput } from '@mantine/core';
import { sources, stages } from '../../api/enums.js';
import { DebouncedText } from '../../ui/filters/debounced-field.js';
import { FilterBar } from '../../ui/filters/filter-bar.js';
import { FilterSelect } from '../../ui/filters/filter-select.js';
import { pickKnown, splitValues } from '../../ui/filters/filter-values.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { type Choice, toChoices } from '../../ui/format/label.js';
import { filterOptions } from '../../ui/forms/options-filter.js';
import { useProperties } from '../listings/listing-queries.js';
import { AgentFilter } from '../people/agent-filter.js';
import classes from './board.module.css';
import { boardFilterNames, readScore } from './board-filters.js';

const scores: readonly Choice[] = ['30', '50', '70', '90'].map((value) => ({ value, label: `${value} or more` }));

/** Value with which the API's agent filter selects leads without an agent. */
const unassigned: readonly Choice[] = [{ value: 'none', label: 'Unassigned' }];

/**
 * Lists the properties as options. If the property in the page's address is unknown, adds it, so that the filter can be
 * cleared.
 */
function toOptions({ data = [], isSuccess }: ReturnType<typeof useProperties>, requested: string | null) {
  const options = data.map(({ id, name }) => ({ value: id, label: name }));
  const isUnknown = requested !== null && isSuccess && data.every(({ id }) => id !== requested);
  return isUnknown ? [{ value: requested, label: 'Not a property of this workspace' }, ...options] : options;
}

interface BoardFilterBarProps {
  /** Whether a filter for the stages is shown. The board doesn't need it, because it has a column for each stage. */
  readonly hasStage?: boolean;
}

/** Filters the board and the table. The page's address stores the filters. */
export function BoardFilterBar({ hasStage = false }: BoardFilterBarProps) {
  const { filters, setFilters } = useFilters();
  const properties = useProperties();
  const propertyId = filters['property_id'] ?? null;
  const score = String(readScore(filters['min_score']) ?? '');
  const isOwnScore = score !== '' && scores.every(({ value }) => value !== score);
  const search = (
    <DebouncedText
      label="Search"
      placeholder="Name, email…"
      type="search"
      maxLength={200}
      value={filters['search'] ?? ''}
      onPause={(text) => setFilters({ search: text })}
    />
  );
  return (
    <FilterBar names={hasStage ? [...boardFilterNames, 'stage'] : boardFilterNames} search={search}>
      <div className={classes.filters}>
        {hasStage ? (
          <MultiSelect
            label="Stage"
            placeholder={filters['stage'] ? '' : 'Any stage'}
            data={toChoices(stages)}
            value={pickKnown(stages, filters['stage'])}
            onChange={(values) => setFilters({ stage: values.join(',') })}
          />
        ) : null}
        <AgentFilter name="agent_id" placeholder="Any agent" others={unassigned} />
        <MultiSelect
          label="Source"
          placeholder={filters['source'] ? '' : 'Any source'}
          data={toChoices(sources)}
          value={splitValues(filters['source'])}
          onChange={(values) => setFilters({ source: values.join(',') })}
        />
        <FilterSelect
          name="min_score"
          label="Score"
          anyLabel="Any score"
          choices={isOwnScore ? [...scores, { value: score, label: `${score} or more` }] : scores}
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
