/** Why a print job waits or has ended, in words: by the reason that agents and the cloud name. */
import type { JobReason } from '@platen/contracts/agent-protocol';
import type { Language } from './language.ts';

export const jobReasonsEn: Record<JobReason, string> = {
  none: '',
  'media-needed': 'its paper is not loaded',
  'no-printer': 'no printer here can print it',
  'printer-unreachable': 'the printer does not answer',
  'printer-stopped': 'the printer has stopped',
  'format-not-supported': 'the printer does not take this format',
  'document-unprintable': 'the file can not be printed',
  'preparation-failed': 'it could not be made ready here',
  'quality-too-low': 'too few pixels for the paper',
  'document-unavailable': 'its file has not come yet',
  'aborted-by-printer': 'the printer gave it up',
  'canceled-at-printer': 'it was cancelled at the printer',
  'canceled-by-customer': 'the customer called it off',
  'may-have-printed': 'it may have been printed',
  'decided-by-person': 'somebody has decided',
  'held-by-person': 'somebody holds it',
  'held-at-printer': 'it is held at the printer',
  'disk-full': 'the disk is full',
  scheduled: 'it waits for its time',
  'awaiting-approval': 'it waits for an approval',
  'printing-long': 'it prints longer than usual',
};
export const jobReasonsZh: Record<JobReason, string> = {
  none: '',
  'media-needed': '没有装所需的纸',
  'no-printer': '没有合适的打印机',
  'printer-unreachable': '打印机没有响应',
  'printer-stopped': '打印机已停止',
  'format-not-supported': '打印机不支持此格式',
  'document-unprintable': '文件无法打印',
  'preparation-failed': '本机未能完成打印准备',
  'quality-too-low': '像素不足，不宜打印',
  'document-unavailable': '文件尚未到达',
  'aborted-by-printer': '打印机放弃了任务',
  'canceled-at-printer': '在打印机上被取消',
  'canceled-by-customer': '顾客已取消',
  'may-have-printed': '可能已经打印',
  'decided-by-person': '已由人工处理',
  'held-by-person': '人工暂停',
  'held-at-printer': '在打印机上暂停',
  'disk-full': '磁盘已满',
  scheduled: '等待打印时段',
  'awaiting-approval': '等待批准',
  'printing-long': '打印时间比平时长',
};

/** Why, as a sentence of the reader's language; what the agent wrote itself is English, and more exact. */
export function jobReasonText(
  { reason, message }: { reason: string; message: string },
  language: Language,
): string {
  const known = (language === 'zh' ? jobReasonsZh : jobReasonsEn)[reason as JobReason];
  return language === 'zh' ? known || message : message || known || '';
}
