/** Colours of the bars. They stand out from the surface in both colour schemes. */
export const chartColours = {
  main: 'brand.5',
  middle: 'violet.5',
  good: '#c98f2b',
  bad: '#c4683f',
  before: 'gray.5',
} as const;

/** Colours of a bar's parts, in order. */
export const partColours = ['brand.5', 'violet.5', '#c98f2b', 'cyan.6', '#c4683f', 'pink.5', 'gray.5'] as const;
