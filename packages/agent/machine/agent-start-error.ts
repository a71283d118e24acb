/** Why an agent can't start, in one sentence for the person who started it. */
export class AgentStartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'AgentStartError';
  }
}
