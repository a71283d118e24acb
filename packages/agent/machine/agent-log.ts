/** The agent's log: one JSON line an event on stdout. Owns the form; must never hold codes, keys or names of customers. */

export type AgentLogLevel = 'info' | 'warn' | 'error';
export type AgentLog = (level: AgentLogLevel, event: string, fields?: Record<string, unknown>) => void;

/** Writes `{"time","level","event",…}`; errors among the fields become their message. */
export const logToStdout: AgentLog = (level, event, fields = {}) => {
  const time = new Date().toISOString();
  process.stdout.write(`${JSON.stringify({ time, level, event, ...fields }, readableError)}\n`);
};

const readableError = (_key: string, value: unknown): unknown =>
  value instanceof Error ? value.message : value;
