/** Reports in the words of a cloud that doesn't know schedules: it could not read the reasons that came with them. */
import type { JobReport } from '@platen/contracts/agent-protocol';

/** The same report without the reasons of schedules; its message says what they said. */
export function plainReport(body: JobReport): JobReport {
  if (body.reason === 'scheduled') return { ...body, reason: 'none' };
  if (body.reason === 'awaiting-approval') return { ...body, reason: 'printer-stopped' };
  return body;
}
