import { NumberInput, type NumberInputProps } from '@mantine/core';

interface Separators {
  readonly thousandSeparator: string;
  readonly decimalSeparator: string;
}

/** How the viewer's locale groups digits. */
function findSeparators(): Separators {
  const parts = new Intl.NumberFormat().formatToParts(1_234_567.8);
  const find = (type: string, other: string) => parts.find((part) => part.type === type)?.value ?? other;
  return { thousandSeparator: find('group', ' '), decimalSeparator: find('decimal', '.') };
}

const separators = findSeparators();

/** A field for an amount of money, with its currency beside it where it is known. */
export function AmountInput({ currency, ...props }: NumberInputProps & { readonly currency?: string | undefined }) {
  const section = currency === undefined ? {} : { rightSection: currency, rightSectionWidth: 56 };
  return <NumberInput {...separators} {...section} hideControls min={0} decimalScale={2} {...props} />;
}
