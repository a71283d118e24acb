/** What the shop floor says on every page: its name and its places. */
import { defineWords } from '../kit/language.ts';

export const shopWords = defineWords({
  en: { name: 'Shop floor', places: { service: 'Service' } },
  zh: { name: '店面', places: { service: '服务状态' } },
});
