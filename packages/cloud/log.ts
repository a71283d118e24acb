/** The log: one JSON line an event on stdout. Owns the form; must never hold keys, codes, names, phones or addresses. */

export type LogLevel = 'info' | 'warn' | 'error';
export type Log = (level: LogLevel, event: string, fields?: Record<string, unknown>) => void;

/** Writes `{"time","level","event",…}` lines; errors among the fields become their message and first stack lines. */
export const logToStdout: Log = (level, event, fields = {}) => {
  process.stdout.write(
    `${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields }, readableError)}\n`,
  );
};

/** For tests and benches. */
export const logNothing: Log = () => {};

function readableError(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  return {
    message: value.message,
    stack: value.stack?.split('\n').slice(1, 6).join(' <- ').replace(/\s+/g, ' '),
  };
}
