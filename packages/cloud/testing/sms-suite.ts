/** What every adapter of the port for text messages must do. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SmsMessage, SmsSender } from '../ports/sms.ts';

export interface OpenedSms {
  sms: SmsSender;
  /** What has gone out so far, in any order. */
  sent(): Promise<Pick<SmsMessage, 'phone' | 'text'>[]>;
  close(): Promise<void>;
}

/** Runs the suite on one adapter. */
export function describeSms(name: string, open: () => Promise<OpenedSms>): void {
  describe(`text messages: ${name}`, () => {
    let opened: OpenedSms;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());

    const message = (phone: string, code: string): SmsMessage => ({
      phone,
      language: 'zh-CN',
      template: 'login_code',
      values: { code, minutes: '5' },
      text: `【Platen】验证码 ${code}`,
    });

    it('takes a message as it is', async () => {
      await opened.sms.send(message('+8613800000001', '012345'));
      expect(await opened.sent()).toEqual([
        expect.objectContaining({ phone: '+8613800000001', text: '【Platen】验证码 012345' }),
      ]);
    });

    it('takes fifty at the same moment, each once', async () => {
      const phones = Array.from({ length: 50 }, (_, index) => `+86138000000${10 + index}`);
      await Promise.all(phones.map((phone) => opened.sms.send(message(phone, '111111'))));
      expect((await opened.sent()).map((sent) => sent.phone).sort()).toEqual(phones.sort());
    });
  });
}
