/** What the shop reads about its list of printers, in both languages. Pure. Certificates and passwords are in trust-text.ts. */

/** One sentence in both languages. */
export interface Said {
  en: string;
  'zh-CN': string;
}

/** As it goes over the wire (contracts/printer-report.ts, saidTwice), which takes no more of either. */
export const twiceOf = ({ en, 'zh-CN': zh }: Said) => ({ en: en.slice(0, 600), zh: zh.slice(0, 600) });

/** A printer that was set up by hand answers as another one. */
export const otherPrinterText = (name: string, { shownName }: { shownName: string }): Said => ({
  en: `Another printer (${shownName}) answers at the address of ${name}, so nothing is sent there. If ${name} was replaced, accept the new printer; else correct its address.`,
  'zh-CN': `${name} 的地址上应答的是另一台打印机（${shownName}），因此不会向其发送任何内容。如已更换打印机，请接受新打印机；否则请更正地址。`,
});

/** Shown wherever a queue is used instead of a printer. */
export const cupsQueueText = (name: string): Said => ({
  en: `${name} is a CUPS queue: after trouble CUPS prints by itself again, which nothing can prevent. Set up the printer itself where it can be reached.`,
  'zh-CN': `${name} 是 CUPS 队列：出现故障后 CUPS 会自行重新打印，无法阻止。如能直接连接打印机，请直接添加打印机。`,
});

/** The sentences of adding and changing printers; `{…}` stands for what the caller knows. */
export const printerSentences = {
  badUri: () => ({
    en: 'The address must be the URI of a printer, such as ipp://192.168.1.20/ipp/print.',
    'zh-CN': '地址必须是打印机的 URI，例如 ipp://192.168.1.20/ipp/print。',
  }),
  silent: (uri: string) => ({
    en: `Nothing answers at ${uri}: see that the printer is on, connected, and that the address is right.`,
    'zh-CN': `${uri} 没有应答：请检查打印机是否开机、已联网，以及地址是否正确。`,
  }),
  noPrinter: (uri: string, because: string) => ({
    en: `What answers at ${uri} is no IPP printer (${because}): check port and path, often /ipp/print.`,
    'zh-CN': `${uri} 应答的不是 IPP 打印机（${because}）：请检查端口和路径，通常为 /ipp/print。`,
  }),
  answers: (name: string, model: string) => ({
    en: `${name} answers${model ? ` (${model})` : ''}.`,
    'zh-CN': `${name} 已应答${model ? `(${model})` : ''}。`,
  }),
  oldIpp: (versions: string) => ({
    en: `It speaks IPP ${versions || 'of no told version'} only; 1.1 or later is needed.`,
    'zh-CN': `它仅支持 IPP ${versions || '未知版本'}；需要 1.1 或更高版本。`,
  }),
  ippVersion: (versions: string) => ({
    en: `It speaks IPP ${versions}.`,
    'zh-CN': `支持 IPP ${versions}。`,
  }),
  noFormat: (formats: string) => ({
    en: `It takes none of the formats that the agent makes: ${formats || 'it names none'}.`,
    'zh-CN': `它不接受本程序生成的任何格式：${formats || '未列出格式'}。`,
  }),
  formats: (formats: string) => ({ en: `It takes ${formats}.`, 'zh-CN': `接受 ${formats}。` }),
  noIdentity: () => ({
    en: 'It tells no uuid: if it gets another address, somebody has to enter that.',
    'zh-CN': '它不提供 uuid：地址变化后需要人工修改。',
  }),
  known: (name: string) => ({
    en: `This printer is set up already: ${name}.`,
    'zh-CN': `此打印机已添加：${name}。`,
  }),
  stale: () => ({
    en: 'Somebody has changed it since: look again.',
    'zh-CN': '其间已被他人修改，请重新查看。',
  }),
  absent: () => ({ en: 'There is no such printer any more.', 'zh-CN': '该打印机已不存在。' }),
  busy: (name: string) => ({
    en: `A job is at ${name}: wait until it is done, or settle it first. Switched off, it gets no new jobs.`,
    'zh-CN': `${name} 上还有作业：请等待完成或先处理。停用后不会再收到新作业。`,
  }),
  noOtherPrinter: (name: string) => ({
    en: `No other printer answers at the address of ${name}.`,
    'zh-CN': `${name} 的地址上没有其他打印机应答。`,
  }),
  notLooking: () => ({
    en: 'This agent does not look for printers in the network (PLATEN_DISCOVERY=off).',
    'zh-CN': '此代理程序未在网络中查找打印机（PLATEN_DISCOVERY=off）。',
  }),
  notSetAside: (name: string) => ({
    en: `${name} is not set aside: it gets jobs.`,
    'zh-CN': `${name} 未被停用，正常接收任务。`,
  }),
  done: () => ({ en: 'Done.', 'zh-CN': '已完成。' }),
} satisfies Record<string, (...words: never[]) => Said>;
