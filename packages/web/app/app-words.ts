/** What the customer's app says on every page: its places and its start. */
import { defineWords } from '../kit/language.ts';

export const appWords = defineWords({
  en: {
    places: {
      home: 'Start',
      account: 'Account',
      preOrders: 'Pre-orders',
      restorations: 'Old photos',
      balance: 'Balance',
    },
    home: {
      title: 'Photos and documents, printed at a shop near you',
      what: 'Upload from your phone or computer, see what a print will look like and what it costs, and collect it or have it sent.',
      greeting: (name: string) => `Hello, ${name}`,
      toAccount: 'Your account',
      developers: 'For programs and AI assistants',
      reference: 'REST reference',
      assistants: 'Connect an AI client (MCP)',
    },
  },
  zh: {
    places: { home: '首页', account: '账号', preOrders: '预订', restorations: '老照片', balance: '余额' },
    home: {
      title: '照片和文档，就近打印',
      what: '用手机或电脑上传，先看打印效果和价格，再到店自取或邮寄到家。',
      greeting: (name) => `${name}，您好`,
      toAccount: '我的账号',
      developers: '面向程序和 AI 助手',
      reference: 'REST 接口文档',
      assistants: '连接 AI 客户端（MCP）',
    },
  },
});
