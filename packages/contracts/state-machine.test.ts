import { describe, expect, it } from 'vitest';
import { defineStateMachine, isFinal, refuseMove, statesAfter } from './state-machine.ts';
import { jobMachine, orderMachine, paymentMachine } from './states.ts';

describe('state machines', () => {
  it('refuses a table that leads to an unknown state', () => {
    const table = { a: ['b'] } as unknown as { a: readonly 'a'[] };
    expect(() => defineStateMachine('thing', 'a', table)).toThrow('a leads to b, which is no state');
  });

  it('refuses a state that nothing leads to', () => {
    expect(() => defineStateMachine('thing', 'a', { a: [], lost: ['a'] })).toThrow(
      "lost can't be reached from a",
    );
  });

  it('says why a move is refused', () => {
    expect(refuseMove(orderMachine, 'pending_payment', 'paid')).toBeUndefined();
    expect(refuseMove(orderMachine, 'completed', 'paid')).toBe('The order is completed, and that is final.');
    expect(refuseMove(orderMachine, 'paid', 'paid')).toBe('The order is already paid.');
    expect(refuseMove(orderMachine, 'printed', 'cancelled')).toBe(
      'The order is printed; from there it can become ready for pickup or shipped, not cancelled.',
    );
  });

  it('lets a job that may have printed go nowhere but to what a person finds', () => {
    expect([...statesAfter(jobMachine, 'sent')]).not.toContain('queued');
    expect([...statesAfter(jobMachine, 'unknown')]).not.toContain('sent');
    expect(statesAfter(jobMachine, 'printed').size).toBe(0);
    expect(isFinal(jobMachine, 'printed')).toBe(true);
    expect(isFinal(paymentMachine, 'succeeded')).toBe(true);
  });
});
