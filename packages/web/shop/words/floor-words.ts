/** The states of the floor in words: printers, jobs, why they wait, and what is asked of people. */
import type { FloorCondition, FloorJob, FloorWaitKind } from '@platen/contracts/floor/shop-floor';
import type { BacklogCause } from '@platen/contracts/schedule/schedule-report';
import { jobReasonsEn, jobReasonsZh } from '../../kit/job-reasons.ts';
import { defineWords } from '../../kit/language.ts';

const conditionsEn: Record<FloorCondition, string> = {
  'never-seen': 'Has not answered yet',
  'agent-away': 'Agent away',
  off: 'Switched off',
  silent: 'Does not answer',
  stopped: 'Stopped',
  'set-aside': 'Set aside',
  paused: 'Paused',
  printing: 'Printing',
  ready: 'Ready',
};
const conditionsZh: Record<FloorCondition, string> = {
  'never-seen': '尚未响应',
  'agent-away': '代理离线',
  off: '已关闭',
  silent: '没有响应',
  stopped: '已停止',
  'set-aside': '已停用',
  paused: '已暂停',
  printing: '打印中',
  ready: '就绪',
};

const statesEn: Record<FloorJob['state'], string> = {
  queued: 'Queued',
  sent: 'Sent to the agent',
  accepted: 'Waits for its file',
  preparing: 'Being prepared',
  ready: 'Ready',
  submitting: 'On its way to the printer',
  printing: 'Printing',
  printed: 'Printed',
  held: 'Held',
  unknown: 'Nobody knows',
  failed: 'Failed',
  cancelled: 'Called off',
};
const statesZh: Record<FloorJob['state'], string> = {
  queued: '排队中',
  sent: '已下发',
  accepted: '等待文件',
  preparing: '准备中',
  ready: '待打印',
  submitting: '正在送往打印机',
  printing: '打印中',
  printed: '已打印',
  held: '已暂停',
  unknown: '无法确定',
  failed: '失败',
  cancelled: '已取消',
};

const kindsEn: Record<FloorWaitKind, string> = {
  'job-unknown': 'Did it print?',
  'job-failed': 'The printer gave a job up',
  'job-held': 'A job is held',
  'job-long': 'Is it still printing?',
  backlog: 'Jobs have piled up',
  'printer-trouble': 'A printer needs a hand',
  'paper-unsaid': 'What paper lies here?',
  'certificate-changed': 'A printer shows another certificate',
  'other-printer': 'Another printer answers',
  'set-aside': 'A printer was set aside',
  'agent-away': 'An agent is away',
  disk: 'A disk is nearly full',
};
const kindsZh: Record<FloorWaitKind, string> = {
  'job-unknown': '是否已打印？',
  'job-failed': '打印机放弃了任务',
  'job-held': '有任务暂停',
  'job-long': '是否仍在打印？',
  backlog: '任务积压',
  'printer-trouble': '打印机需要处理',
  'paper-unsaid': '这里装的是什么纸？',
  'certificate-changed': '打印机出示了不同的证书',
  'other-printer': '应答的是另一台打印机',
  'set-aside': '打印机已停用',
  'agent-away': '打印代理离线',
  disk: '磁盘空间不足',
};

const helpEn: Record<FloorWaitKind, string> = {
  'job-unknown': 'Nobody knows how much of it was printed. Look at the tray, then say what came out.',
  'job-failed': 'Print what is missing once more, or pay it back.',
  'job-held': 'It goes on by itself when the reason is gone; or decide here.',
  'job-long': 'If it still prints, keep waiting. If all lies in the tray, say so. Else stop it.',
  backlog: 'They wait for a word: print them now, some of them, or leave them to the schedule.',
  'printer-trouble': 'It goes on by itself once somebody has been there.',
  'paper-unsaid': 'This printer does not tell its paper. Say what lies in it, under Printers.',
  'certificate-changed': 'Nothing is sent there until somebody has looked whether it is the same printer.',
  'other-printer': 'Nothing is sent there until somebody says that this printer is meant.',
  'set-aside': 'It failed three jobs in a row and gets none. Put it back when it works.',
  'agent-away': 'What it has goes on printing. What is shown of it is the last known.',
  disk: 'Files of new jobs may not fit. Make room on that machine.',
};
const helpZh: Record<FloorWaitKind, string> = {
  'job-unknown': '无法确定打印了多少。请查看出纸口，再说明印出了多少。',
  'job-failed': '补打缺少的部分，或退款。',
  'job-held': '原因消除后会自动继续，也可在此决定。',
  'job-long': '仍在打印请继续等待；已全部出纸请确认；否则请停止。',
  backlog: '需要决定：全部立即打印、只打印部分，或按计划打印。',
  'printer-trouble': '现场处理后会自动继续。',
  'paper-unsaid': '这台打印机不报告纸张，请在“打印机”页说明装了什么纸。',
  'certificate-changed': '在确认是同一台打印机之前，不会向它发送任何内容。',
  'other-printer': '在确认就是指这台打印机之前，不会向它发送任何内容。',
  'set-aside': '连续三个任务失败，已不再分配任务。修好后请恢复使用。',
  'agent-away': '它手上的任务会继续打印，这里显示的是最后得知的状态。',
  disk: '新任务的文件可能放不下，请在那台机器上清理空间。',
};

const causesEn: Record<BacklogCause, string> = {
  link: 'the cloud could not be reached',
  power: 'the agent was off',
  printer: 'a printer did not answer',
  clock: 'the clock went back',
  'missed-run': 'a run was missed',
};
const causesZh: Record<BacklogCause, string> = {
  link: '无法连接云端',
  power: '代理曾停止运行',
  printer: '打印机无响应',
  clock: '时钟被往回拨',
  'missed-run': '错过了一次批次',
};

export const floorWords = defineWords({
  en: {
    conditions: conditionsEn,
    states: statesEn,
    reasons: jobReasonsEn,
    kinds: kindsEn,
    help: helpEn,
    causes: causesEn,
    load: (media: string, printer: string) => (printer ? `Load ${media} in ${printer}.` : `Load ${media}.`),
    order: (orderNo: string, position: number) => `Order ${orderNo}, item ${position}`,
    copies: (printed: number, all: number) => `${printed} of ${all} copies`,
    jobsWait: (count: number) => (count === 1 ? '1 job waits for it' : `${count} jobs wait for it`),
    lastWord: (by: string) => `Last word by ${by}`,
    since: 'since',
    by: 'by',
    awayStopped: 'It was stopped',
    awayLost: 'Its connection broke',
    agentSaid: 'The agent says:',
  },
  zh: {
    conditions: conditionsZh,
    states: statesZh,
    reasons: jobReasonsZh,
    kinds: kindsZh,
    help: helpZh,
    causes: causesZh,
    load: (media, printer) => (printer ? `请在 ${printer} 中装入 ${media}。` : `请装入 ${media}。`),
    order: (orderNo, position) => `订单 ${orderNo}，第\u00a0${position}\u00a0项`,
    copies: (printed, all) => `${printed} / ${all} 份`,
    jobsWait: (count) => `${count} 个任务在等待`,
    lastWord: (by) => `最近处理：${by}`,
    since: '开始于',
    by: '由',
    awayStopped: '已被停止',
    awayLost: '连接中断',
    agentSaid: '代理的说明：',
  },
});
