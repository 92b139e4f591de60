import { NumberInput, type NumberInputProps } from '@mantine/core';
import { countDecimals, separators } from './amount-format.js';

/** Field for an amount of money. If the currency is known, the field shows it. */
export function AmountInput({ currency, ...props }: NumberInputProps & { readonly currency?: string | undefined }) {
  const section = currency === undefined ? {} : { rightSection: currency, rightSectionWidth: 56 };
  return <NumberInput {...separators} {...section} min={0} decimalScale={countDecimals(currency)} {...props} />;
}
