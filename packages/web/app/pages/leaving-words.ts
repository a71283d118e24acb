/** What is said where somebody takes their data away or closes the account. */
import { defineWords } from '../../kit/language.ts';

export const leavingWords = defineWords({
  en: {
    links: 'More of your account',
    addresses: 'Addresses',
    balance: 'Balance and coupons',
    keys: 'API keys',
    assistants: 'AI assistants',
    data: 'Your data',
    exportText:
      'Everything that this account has, as one JSON file: uploads with links to the files (good for a day), orders, payments, addresses and the rest.',
    download: 'Take my data away',
    preparing: (size: string) => `${size} so far`,
    ready: 'The file is in your downloads.',
    close: 'Close the account',
    closeText:
      'Ends everything for good: sessions, keys, addresses, coupons, uploads and shares. Orders and payments stay in the books. Your number can register anew.',
    closeOpen: 'Close the account …',
    obstacles: 'Before that',
    order: 'To the order',
    kinds: {
      order: (orderNo: string) =>
        `Order ${orderNo} is not finished: cancel it, or wait until it is completed.`,
      after_sales: (orderNo: string) =>
        `The complaint about order ${orderNo} is open: withdraw it, or wait until it is closed.`,
      topup: 'A top-up is just being paid: wait until it has ended.',
      staff: 'This account belongs to the staff: an admin makes it a customer first.',
    },
    uploads: (count: number) =>
      count === 1 ? '1 photo or document is deleted.' : `${count} photos and documents are deleted.`,
    payBack: (amount: string) => `Pay ${amount} back to where my top-ups came from`,
    giveUp: (amount: string) => `Give up ${amount} that can’t be paid back`,
    giveUpAll: (amount: string) => `Give up ${amount}`,
    exportFirst: 'Take your data away first: afterwards nobody can.',
    phoneEnd: 'Last four digits of your number, to be sure',
    confirm: 'Close it for good',
    closed: 'The account is closed.',
    paidBack: (amount: string) => `The account is closed. ${amount} is on its way back to you.`,
  },
  zh: {
    links: '更多账号功能',
    addresses: '地址簿',
    balance: '余额和优惠券',
    keys: 'API 密钥',
    assistants: 'AI 助手',
    data: '我的数据',
    exportText:
      '把账号的全部内容导出为一个 JSON 文件：上传的文件（附一天有效的下载链接）、订单、付款、地址等。',
    download: '导出我的数据',
    preparing: (size) => `已收到 ${size}`,
    ready: '文件已保存到下载目录。',
    close: '注销账号',
    closeText:
      '永久结束：登录、密钥、地址、优惠券、上传的文件和分享。订单和付款记录仍保留在账簿中。手机号可以重新注册。',
    closeOpen: '注销账号…',
    obstacles: '在此之前',
    order: '查看订单',
    kinds: {
      order: (orderNo) => `订单 ${orderNo} 尚未结束：请取消，或等待完成。`,
      after_sales: (orderNo) => `订单 ${orderNo} 的售后尚未关闭：请撤回，或等待处理完成。`,
      topup: '有一笔充值正在付款，请等待结束。',
      staff: '这是店员账号，请先由管理员改为普通客户。',
    },
    uploads: (count) => `将删除 ${count} 个照片和文档。`,
    payBack: (amount) => `将 ${amount} 按充值渠道原路退回`,
    giveUp: (amount) => `放弃无法退回的 ${amount}`,
    giveUpAll: (amount) => `放弃 ${amount}`,
    exportFirst: '请先导出数据，注销后无法再导出。',
    phoneEnd: '为确认无误，请输入手机号后四位',
    confirm: '永久注销',
    closed: '账号已注销。',
    paidBack: (amount) => `账号已注销，${amount} 正在退回。`,
  },
});
