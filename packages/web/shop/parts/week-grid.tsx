/** Seven days as a grid: windows, runs and quiet hours by the wall clock of the schedule. A list of the same for who can't see it. */
import { Group, Text, VisuallyHidden } from '@mantine/core';
import type { FloorWeek } from '@platen/contracts/floor/shop-floor';
import { listText, timeText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { schedulePageWords } from '../pages/schedule-page-words.ts';
import classes from './week-grid.module.css';

const minutesOfDay = 1440;

/** `18:00`, and `24:00` at the end of a day. */
const clockText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

export function WeekGrid({ week, nowShown = true }: { week: FloorWeek; nowShown?: boolean }) {
  const words = useWords(schedulePageWords);
  const language = useLanguage();
  const now = nowShown ? minuteIn(week.time_zone) : undefined;
  const kinds = ['window', 'run', 'quiet'] as const;
  return (
    <div>
      <div className={classes.grid}>
        {week.days.map((day, index) => {
          const spans = week.spans.filter((span) => span.day === index);
          const said = spans.map(({ kind, from_minute: from, to_minute: to }) =>
            words.spanText(words.kinds[kind], clockText(from), kind === 'run' ? '' : clockText(to)),
          );
          return (
            <div key={day} className={classes.day}>
              <div className={classes.name}>
                {timeText(`${day}T12:00:00`, language, 'weekday')} {Number(day.slice(8))}
              </div>
              <div className={classes.hours} aria-hidden="true">
                {spans.map((span) => (
                  <i
                    key={`${span.rule_id} ${span.kind} ${span.from_minute} ${span.to_minute}`}
                    className={classes.span}
                    data-kind={span.kind}
                    title={words.spanText(
                      words.kinds[span.kind],
                      clockText(span.from_minute),
                      span.kind === 'run' ? '' : clockText(span.to_minute),
                    )}
                    style={{
                      insetInlineStart: `${(100 * span.from_minute) / minutesOfDay}%`,
                      ...(span.kind !== 'run' && {
                        width: `${(100 * (span.to_minute - span.from_minute)) / minutesOfDay}%`,
                      }),
                    }}
                  />
                ))}
                {index === 0 && now !== undefined && (
                  <i className={classes.now} style={{ insetInlineStart: `${(100 * now) / minutesOfDay}%` }} />
                )}
              </div>
              <VisuallyHidden>{said.length === 0 ? words.noSpans : listText(said, language)}</VisuallyHidden>
            </div>
          );
        })}
        <div className={classes.scale} aria-hidden="true">
          <span />
          <div>
            {[0, 6, 12, 18, 24].map((hour) => (
              <span key={hour}>{hour}</span>
            ))}
          </div>
        </div>
      </div>
      <Group gap="md" mt="xs">
        {kinds
          .filter((kind) => week.spans.some((span) => span.kind === kind))
          .map((kind) => (
            <Group key={kind} gap={6}>
              <i className={classes.key} data-kind={kind} aria-hidden="true" />
              <Text size="xs">{words.kinds[kind]}</Text>
            </Group>
          ))}
      </Group>
    </div>
  );
}

/** The minute of the day in that zone. */
function minuteIn(zone: string): number | undefined {
  try {
    const [hour = 0, minute = 0] = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
    })
      .format(new Date())
      .split(':')
      .map(Number);
    return hour * 60 + minute;
  } catch {
    return undefined;
  }
}
