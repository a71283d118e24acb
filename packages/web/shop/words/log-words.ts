/** What the page of the log says around its lines; the lines themselves are in log-codes.ts. */
import { defineWords } from '../../kit/language.ts';

export const logPageWords = defineWords({
  en: {
    title: 'Log',
    hint: 'What happened, the newest first.',
    search: 'Order number, printer, person',
    from: 'From',
    to: 'To',
    level: 'What is shown',
    levels: { info: 'Everything', warn: 'Warnings and errors', error: 'Errors alone' },
    marks: { info: '', warn: 'Warning', error: 'Error' },
    because: (why: string) => `: ${why}`,
    download: 'Download',
    none: 'Nothing matches',
    more: 'Older ones',
    live: 'New lines appear by themselves.',
    list: 'Log',
    all: 'Show everything',
  },
  zh: {
    title: '日志',
    hint: '发生过的事，最新的在最上面。',
    search: '订单号、打印机、人员',
    from: '从',
    to: '到',
    level: '显示内容',
    levels: { info: '全部', warn: '警告和错误', error: '仅错误' },
    marks: { info: '', warn: '警告', error: '错误' },
    because: (why) => `：${why}`,
    download: '下载',
    none: '没有符合条件的内容',
    more: '更早的',
    live: '新内容会自动出现。',
    list: '日志',
    all: '显示全部',
  },
});
