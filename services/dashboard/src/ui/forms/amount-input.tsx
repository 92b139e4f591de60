import { NumberInput, type NumberInputProps } from '@mantine/core';
import { countDecimals, separators } from './amount-format.js';

/** A field for an amount of money. Shows the currency inside if it is known. */
export function AmountInput({ currency, ...props }: NumberInputProps & { readonly currency?: string | undefined }) {
  const section = currency === undefined ? {} : { rightSection: currency, rightSectionWidth: 56 };
  return <NumberInput {...separators} {...section} min={0} decimalScale={countDecimals(currency)} {...props} />;
}
