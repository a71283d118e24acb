/** A moment as the reader's calendar has it; it stays on one line. */
import { type TimeStyle, timeText } from '../formats.ts';
import { useLanguage } from '../language.ts';

export function Moment({ time, style = 'moment' }: { time: string; style?: TimeStyle }) {
  const language = useLanguage();
  return (
    <time className="platen-numbers" dateTime={time}>
      {timeText(time, language, style)}
    </time>
  );
}
