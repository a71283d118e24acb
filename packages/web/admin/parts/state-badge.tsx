/** A state in a word, with a colour that says whether somebody must do something. */
import { Badge } from '@mantine/core';

export type Tone = 'good' | 'quiet' | 'busy' | 'alarm';

const looks: Record<Tone, { color: string; variant: string }> = {
  good: { color: 'ink', variant: 'light' },
  quiet: { color: 'gray', variant: 'default' },
  busy: { color: 'ink', variant: 'outline' },
  alarm: { color: 'seal', variant: 'filled' },
};

export function StateBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <Badge {...looks[tone]} tt="none" fw={600} style={{ flex: 'none' }}>
      {children}
    </Badge>
  );
}
