/** What the service writes itself is read in both languages; what people write stays as they wrote it. */
import { describe, expect, it } from 'vitest';
import { actorText, payMethodText, serviceText } from './service-words.ts';

describe('what the service writes', () => {
  it('is said in the language of the reader', () => {
    const said = (text: string) => [serviceText(text, 'en'), serviceText(text, 'zh')];
    expect(said('from balance')).toEqual(['from the balance', '余额支付']);
    expect(said('by sandbox')).toEqual(['by test payment', '测试支付']);
    expect(said('Order 9RZE-ZV5C-8XK5-J')).toEqual(['Order 9RZE-ZV5C-8XK5-J', '订单 9RZE-ZV5C-8XK5-J']);
    expect(said('Refund for order 9RZE-ZV5C-8XK5-J: after-sales, item 12')).toEqual([
      'Order 9RZE-ZV5C-8XK5-J, item 12, after-sales',
      '订单 9RZE-ZV5C-8XK5-J 第 12 项，售后',
    ]);
    expect(said('12.50 CNY to balance: item 2 was not printed')).toEqual([
      '12.50 CNY to balance: item 2 was not printed',
      '12.50 CNY 退到余额：第 2 项未打印',
    ]);
    expect(said('none')).toEqual(['', '']);
    expect(said('item 1 cancelled before it was printed')[1]).toBe('第 1 项打印前已取消');
  });

  it('of people, and what nobody knows here, is shown as it stands', () => {
    for (const text of [
      'Sorry, $1 of it was cut',
      'By the window @1',
      '抱歉，已退款',
      'handed over to a neighbour',
    ])
      expect([serviceText(text, 'en'), serviceText(text, 'zh')]).toEqual([text, text]);
    expect(payMethodText('wechat', 'zh')).toBe('wechat');
  });

  it('names who did it without numbers', () => {
    const agent = 'agent 01a20575-1983-729f-aa2b-03adce667c9e';
    expect(actorText(agent, 'en')).toBe('the agent');
    expect(actorText(agent, 'zh', (id) => (id.startsWith('01a2') ? 'vm' : undefined))).toBe('打印代理 vm');
    expect(actorText('account 01a20575-1983-729f-aa2b-03adce667c9e', 'zh')).toBe('工作人员');
    expect(actorText('account holder', 'zh')).toBe('account holder');
    expect(actorText('cloud', 'zh')).toBe('云端');
    expect(actorText('shop lady', 'zh')).toBe('shop lady');
    expect(actorText('Demo admin', 'zh')).toBe('Demo admin');
  });
});
