/** Lists all currencies with their names. By default, the names are in the viewer's language. */
export function listCurrencies(locale?: string): readonly { readonly value: string; readonly label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((code) => ({
    value: code,
    label: `${code} – ${names.of(code) ?? code}`,
  }));
}
