import { NativeSelect, type NativeSelectProps } from '@mantine/core';

/** The API accepts any label as a unit of area, and doesn't convert areas. */
const units = [
  { value: 'sqm', label: 'm² (square metres)' },
  { value: 'sqft', label: 'sq ft (square feet)' },
];

/** Selects the unit of an area. Keeps a different label that an import or a program stored. */
export function AreaUnitField(props: Omit<NativeSelectProps, 'data' | 'label'>) {
  const value = String(props.value ?? '');
  const isKnown = units.some((one) => one.value === value);
  const other = isKnown ? [] : [{ value, label: value === '' ? 'Unknown' : value }];
  return <NativeSelect label="Unit of area" {...props} data={[...other, ...units]} />;
}
