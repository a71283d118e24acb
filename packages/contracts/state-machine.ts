/**
 * State machines as tables, checked when they are defined. Owns what a legal table is and how a refused move reads.
 * Must never change a state: moves do that.
 */

export interface StateMachine<S extends string> {
  readonly noun: string;
  readonly start: S;
  readonly table: Readonly<Record<S, readonly S[]>>;
  readonly states: readonly S[];
}

/**
 * Defines a machine from a table `state -> states that may follow`.
 * Throws when a row names an unknown state or a state can't be reached from `start`.
 */
export function defineStateMachine<S extends string>(
  noun: string,
  start: NoInfer<S>,
  table: Record<S, readonly NoInfer<S>[]>,
): StateMachine<S> {
  const states = Object.keys(table) as S[];
  for (const from of states) {
    for (const to of table[from]) {
      if (!(to in table)) throw new Error(`${noun}: ${from} leads to ${to}, which is no state`);
    }
  }
  const machine = { noun, start, table, states };
  const reached = statesAfter(machine, start).add(start);
  const lost = states.filter((state) => !reached.has(state));
  if (lost.length > 0) throw new Error(`${noun}: ${lost.join(', ')} can't be reached from ${start}`);
  return machine;
}

/** All states that can follow `from` by one or more steps. */
export function statesAfter<S extends string>(machine: StateMachine<S>, from: S): Set<S> {
  const found = new Set<S>();
  const open = [...machine.table[from]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...machine.table[next]);
  }
  return found;
}

/** Why `from -> to` is not allowed as one step, in a sentence; undefined when it is allowed. */
export function refuseMove<S extends string>(machine: StateMachine<S>, from: S, to: S): string | undefined {
  const allowed = machine.table[from];
  if (allowed.includes(to)) return undefined;
  if (from === to) return `The ${machine.noun} is already ${words(from)}.`;
  if (allowed.length === 0) return `The ${machine.noun} is ${words(from)}, and that is final.`;
  return `The ${machine.noun} is ${words(from)}; from there it can become ${allowed.map(words).join(' or ')}, not ${words(to)}.`;
}

/** True when nothing follows this state. */
export function isFinal<S extends string>(machine: StateMachine<S>, state: S): boolean {
  return machine.table[state].length === 0;
}

const words = (state: string): string => state.replaceAll('_', ' ');
