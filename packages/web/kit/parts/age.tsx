/** How long ago something was, ticking; the exact time is behind it. */
import { ageText, timeText } from '../formats.ts';
import { useLanguage } from '../language.ts';
import { useOfNow } from '../live/now.ts';

export interface AgeProps {
  /** RFC 3339, as the wire has it. */
  time: string;
  /** Only what is still to come lies ahead: else a clock that is behind the service's would say "in 20 seconds" of what has happened. */
  mayLieAhead?: boolean;
}

export function Age({ time, mayLieAhead = false }: AgeProps) {
  const language = useLanguage();
  const text = useOfNow((now) =>
    ageText(time, mayLieAhead ? now : Math.max(now, Date.parse(time)), language),
  );
  return (
    <time className="platen-numbers" dateTime={time} title={timeText(time, language, 'exact')}>
      {text}
    </time>
  );
}
