/**
 * Port: text messages to phones. Adapters: sms-outbox (development).
 * Most providers send approved templates and not free text, so a message carries both.
 */
import type { Language } from '../accounts/account-tables.ts';

export interface SmsMessage {
  /** E.164 */
  phone: string;
  language: Language;
  /** What the message is for; a provider's template is chosen by it. */
  template: 'login_code' | 'register_code';
  /** What goes into the template. */
  values: { code: string; minutes: string };
  /** The whole message, for providers that take text. */
  text: string;
}

export interface SmsSender {
  /**
   * Resolves when the provider has taken the message, within 10 s; throws otherwise. Must never write the code anywhere
   * else; messages to one number may arrive in any order.
   */
  send(message: SmsMessage): Promise<void>;
}
