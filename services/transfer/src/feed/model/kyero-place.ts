const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Returns the English name of a country given by its code, such as `ES`. Returns other texts unchanged. */
export function toCountryName(country: string | null): string | null {
  if (country === null || !/^[a-z]{2}$/i.test(country)) return country;
  return names.of(country.toUpperCase()) ?? country;
}

/**
 * Formats degrees to a tenth of a metre. Never uses an exponent, or more than the 15 characters that the format allows.
 */
export function formatDegrees(degrees: number): string {
  const text = degrees.toFixed(6).replace(/\.?0{1,6}$/, '');
  return text === '-0' ? '0' : text;
}
