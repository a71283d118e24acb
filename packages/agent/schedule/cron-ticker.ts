/**
 * node-cron at work: one task for each expression and time zone of the schedule, each of which only says that it is time to look.
 * What is due is decided by rows and schedule-rules.ts: node-cron passes over runs in hours that are left out, and its
 * timers stand still after a clock was set back, so a slow pulse of our own goes beside it.
 */
import { createTask, type ScheduledTask } from 'node-cron';

export interface Tick {
  expression: string;
  zone: string;
}

export interface Ticker {
  /** Replaces all ticks; also starts them anew after the clock was set. */
  set(ticks: readonly Tick[]): void;
  stop(): void;
}

/** Makes a ticker that calls `onTick`. Tests bring their own. */
export type OpenTicker = (onTick: () => void) => Ticker;

const pulseMs = 60_000;
/** What is behind these comes with the pulse. */
const maxTasks = 500;

export const openCronTicker: OpenTicker = (onTick) => {
  let tasks: ScheduledTask[] = [];
  const pulse = setInterval(onTick, pulseMs);
  pulse.unref();
  const clear = () => {
    for (const task of tasks) void task.destroy();
    tasks = [];
  };
  return {
    set(ticks) {
      clear();
      const distinct = new Map(ticks.map((tick) => [`${tick.zone} ${tick.expression}`, tick]));
      for (const { expression, zone } of [...distinct.values()].slice(0, maxTasks)) {
        const task = createTask(expression, onTick, {
          timezone: zone,
          unref: true,
          suppressMissedWarning: true,
        });
        void task.start();
        tasks.push(task);
      }
    },
    stop() {
      clearInterval(pulse);
      clear();
    },
  };
};
