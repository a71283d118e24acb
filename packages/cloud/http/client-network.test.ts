import { describe, expect, it } from 'vitest';
import { networkOf } from './client-network.ts';

describe('the network of a client', () => {
  it('is the address itself for IPv4, also when it is written as IPv6', () => {
    expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
    expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  });

  it('is the /64 for IPv6, which one household has for itself', () => {
    expect(networkOf('2001:db8:1:2:aaaa::1')).toBe(networkOf('2001:0DB8:1:2::ffff'));
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
  });

  it('is what came when it is no address', () => {
    expect(networkOf('')).toBe('');
    expect(networkOf('unix')).toBe('unix');
  });
});
