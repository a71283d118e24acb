/** Language and appearance, as they are chosen on this device. */
import { type MantineColorScheme, SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { kitWords } from '../kit-words.ts';
import { chooseLanguage, type Language, useLanguage, useWords } from '../language.ts';

function LanguageSwitch() {
  const words = useWords(kitWords);
  return (
    <SegmentedControl
      aria-label={words.language}
      size="sm"
      fullWidth
      value={useLanguage()}
      onChange={(wanted) => chooseLanguage(wanted as Language)}
      data={[
        { value: 'zh', label: <span lang="zh-CN">中文</span> },
        { value: 'en', label: <span lang="en">English</span> },
      ]}
    />
  );
}

function SchemeSwitch() {
  const words = useWords(kitWords);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const schemes: MantineColorScheme[] = ['light', 'dark', 'auto'];
  return (
    <SegmentedControl
      aria-label={words.scheme}
      size="sm"
      fullWidth
      value={colorScheme}
      onChange={(wanted) => setColorScheme(wanted as MantineColorScheme)}
      data={schemes.map((value) => ({ value, label: words.schemes[value] }))}
    />
  );
}

/** Both, with their names. */
export function SettingsSwitches() {
  const words = useWords(kitWords);
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {words.language}
      </Text>
      <LanguageSwitch />
      <Text size="sm" fw={600}>
        {words.scheme}
      </Text>
      <SchemeSwitch />
    </Stack>
  );
}
