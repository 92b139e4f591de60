import { Fieldset, NativeSelect, Stack, Text } from '@mantine/core';
import { toChoices } from '../../ui/format/label.js';
import { replaceValue, type ValueMap } from './reading-options.js';
import type { UnknownValue, UnknownValues } from './unknown-values.js';

interface ValueFieldsProps {
  readonly groups: readonly UnknownValues[];
  readonly valueMap: ValueMap;
  readonly onChange: (valueMap: ValueMap) => void;
}

/** Choices that aren't valid values of a field. */
const skip = '';
const noValue = 'no value';

function describeCount({ count }: UnknownValue): string {
  if (count === undefined) return 'Replaced';
  return count === 1 ? 'In 1 row' : `In ${count} rows`;
}

/** Fields that replace values in the file that aren't valid. */
export function ValueFields({ groups, valueMap, onChange }: ValueFieldsProps) {
  return groups.map(({ field, label, known, values, others }) => {
    const choices = [
      { value: skip, label: 'Skip these rows' },
      { value: noValue, label: 'Leave empty' },
      ...toChoices(known),
    ];
    const getChosen = (value: string) => {
      const chosen = valueMap[field]?.[value];
      if (chosen === undefined) return skip;
      return chosen ?? noValue;
    };
    const toReplacement = (choice: string) => {
      if (choice === skip) return undefined;
      return choice === noValue ? null : choice;
    };
    return (
      <Fieldset key={field} legend={`Unknown words in ${label}`}>
        <Stack gap="sm">
          {values.map((one) => (
            <NativeSelect
              key={one.value}
              label={one.value}
              description={describeCount(one)}
              w={260}
              maw="100%"
              value={getChosen(one.value)}
              data={choices}
              onChange={({ currentTarget }) =>
                onChange(replaceValue(valueMap, field, one.value, toReplacement(currentTarget.value)))
              }
            />
          ))}
          {others === 0 ? null : (
            <Text size="sm" c="dimmed">
              {others === 1 ? '1 row has a further unknown word.' : `${others} rows have further unknown words.`} They
              appear here once you replace these.
            </Text>
          )}
        </Stack>
      </Fieldset>
    );
  });
}
