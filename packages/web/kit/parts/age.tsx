/** How long ago something was, ticking; the exact time is behind it. */
import { ageText, timeText } from '../formats.ts';
import { useLanguage } from '../language.ts';
import { useNow } from '../live/now.ts';

export interface AgeProps {
  /** RFC 3339, as the wire has it. */
  time: string;
}

export function Age({ time }: AgeProps) {
  const language = useLanguage();
  const now = useNow();
  return (
    <time className="platen-numbers" dateTime={time} title={timeText(time, language, 'exact')}>
      {ageText(time, Math.max(now, 0), language)}
    </time>
  );
}
