/** What happened, in order: a line each, with when and who. */
import { Text, Timeline } from '@mantine/core';
import type { ReactNode } from 'react';
import { timeText } from '../../kit/formats.ts';
import { useLanguage } from '../../kit/language.ts';
import { actorText } from '../../kit/service-words.ts';

export interface StoryLine {
  key: string;
  title: ReactNode;
  detail?: ReactNode;
  by?: string;
  at: string;
}

export function Story({ lines }: { lines: readonly StoryLine[] }) {
  const language = useLanguage();
  return (
    <Timeline active={lines.length} bulletSize={12} lineWidth={2}>
      {lines.map(({ key, title, detail, by, at }) => (
        <Timeline.Item key={key} title={title}>
          {detail && (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {detail}
            </Text>
          )}
          <Text size="sm" c="dimmed" className="platen-numbers">
            {timeText(at, language, 'exact')}
            {by && ` · ${actorText(by, language)}`}
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
