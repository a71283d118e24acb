/** What the administration says on every page: its name and its places. */
import { defineWords } from '../kit/language.ts';

export const adminWords = defineWords({
  en: { name: 'Admin', places: { service: 'Service' } },
  zh: { name: '管理', places: { service: '服务状态' } },
});
