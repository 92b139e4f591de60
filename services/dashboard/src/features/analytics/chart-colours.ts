/** Colours of the bars, which stand out from the surface in both colour schemes. */
export const chartColours = {
  main: 'brand.5',
  middle: 'violet.5',
  good: '#c98f2b',
  bad: '#c4683f',
  before: 'gray.5',
} as const;
