/** What a guest's pages say wherever they are. */
import { defineWords } from '../kit/language.ts';

export const shareWords = defineWords({
  en: {
    checkLink: 'The link may be cut off or mistyped. Check it with whoever gave it to you.',
    trackAnOrder: 'Look up an order by its number',
    who: 'First, your mobile number',
    whoHint: 'A code comes by text message; there is no password. You will see here later what became of it.',
    youAre: (phone: string) => `You are ${phone}.`,
    another: 'Not you?',
  },
  zh: {
    checkLink: '链接可能不完整或有误，请向给您链接的人确认。',
    trackAnOrder: '凭订单号查询订单',
    who: '请先验证手机号',
    whoHint: '验证码通过短信发送，无需密码。之后您可以在这里查看结果。',
    youAre: (phone) => `当前手机号：${phone}`,
    another: '不是您？',
  },
});
