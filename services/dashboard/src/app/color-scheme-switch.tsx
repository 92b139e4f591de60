import { Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';

export function ColorSchemeSwitch() {
  // Without transitions Mantine would add a style element, which the policy of the page refuses.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <Button size="xs" variant="default" onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
      {isDark ? 'Light' : 'Dark'}
      <span className="visually-hidden"> colours</span>
    </Button>
  );
}
