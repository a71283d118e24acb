/** How long ago something was, ticking; the exact time is behind it. */
import { ageText, timeText } from '../formats.ts';
import { useLanguage } from '../language.ts';
import { useOfNow } from '../live/now.ts';

export interface AgeProps {
  /** RFC 3339, as the wire has it. */
  time: string;
}

export function Age({ time }: AgeProps) {
  const language = useLanguage();
  const text = useOfNow((now) => ageText(time, Math.max(now, 0), language));
  return (
    <time className="platen-numbers" dateTime={time} title={timeText(time, language, 'exact')}>
      {text}
    </time>
  );
}
