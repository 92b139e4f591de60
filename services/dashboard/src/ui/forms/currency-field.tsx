import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { listCurrencies } from './currencies.js';

interface CurrencyFieldProps extends Omit<NativeSelectProps, 'data'> {
  /** Label of the option without a currency. Undefined if a currency is required. */
  readonly noneLabel?: string;
}

/** Selects a currency. Keeps a code that is no longer a currency, so that saving a different field doesn't lose it. */
export function CurrencyField({ noneLabel, ...props }: CurrencyFieldProps) {
  const currencies = listCurrencies();
  const value = String(props.value ?? '');
  const isUnknown = value !== '' && currencies.every((one) => one.value !== value);
  const none = noneLabel === undefined && value !== '' ? [] : [{ value: '', label: noneLabel ?? 'Choose' }];
  const unknown = isUnknown ? [{ value, label: value }] : [];
  return <NativeSelect label="Currency" {...props} data={[...none, ...unknown, ...currencies]} />;
}
