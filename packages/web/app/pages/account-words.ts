/** What the account's page says. */
import { defineWords } from '../../kit/language.ts';

export const accountWords = defineWords({
  en: {
    title: 'Account',
    profile: 'Profile',
    nickname: 'Nickname',
    phone: 'Mobile number',
    since: 'Customer since',
    messages: 'Language of messages',
    messagesUnchosen: 'By the country of the number',
    save: 'Save',
    saved: 'Saved.',
    device: 'This device',
    sessions: 'Where you are logged in',
    current: 'This browser',
    lastUsed: 'Last used',
    end: 'Log out there',
    ended: 'That browser is logged out.',
    endOthers: 'Log out everywhere else',
    endedOthers: (count: number) =>
      count === 0
        ? 'You were logged in nowhere else.'
        : `Logged out in ${count === 1 ? '1 browser' : `${count} browsers`}.`,
    unknownDevice: 'A browser',
    on: (browser: string, system: string) => `${browser} on ${system}`,
  },
  zh: {
    title: '账号',
    profile: '个人资料',
    nickname: '昵称',
    phone: '手机号',
    since: '注册时间',
    messages: '短信语言',
    messagesUnchosen: '按手机号所在地区',
    save: '保存',
    saved: '已保存。',
    device: '本设备',
    sessions: '已登录的设备',
    current: '当前浏览器',
    lastUsed: '最近使用',
    end: '退出该设备',
    ended: '该浏览器已退出登录。',
    endOthers: '退出其他所有设备',
    endedOthers: (count) => (count === 0 ? '没有其他已登录的设备。' : `已退出 ${count} 个浏览器。`),
    unknownDevice: '浏览器',
    on: (browser, system) => `${system} 上的 ${browser}`,
  },
});
