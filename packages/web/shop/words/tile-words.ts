/** What stands on a printer's tile. */
import { defineWords } from '../../kit/language.ts';

export const tileWords = defineWords({
  en: {
    answered: 'Answered',
    lastKnown: 'Last known',
    never: 'It has not answered yet.',
    trays: 'Paper',
    nothing: 'nothing, or not told',
    unsaid: 'not told: say what lies here',
    empty: 'empty',
    emptyOf: 'empty: ',
    traysOf: (count: number) => (count === 1 ? '1 tray' : `${count} trays`),
    atLeast: (percent: number) => `at least ${percent} % full`,
    level: (percent: number) => `${percent} % full`,
    saidBy: (who: string) => `said by ${who}`,
    supplies: 'Supplies',
    supplyStates: { ok: '', low: 'low', empty: 'empty', full: 'full', unknown: 'not known' },
    remaining: (span: string) => `${span} left`,
    overdue: 'Should be out by now',
    noEstimate: 'No estimate yet',
    waiting: (count: number) =>
      count === 0
        ? 'Nothing else waits for it'
        : count === 1
          ? '1 more job waits'
          : `${count} more jobs wait`,
    queueDone: (time: string) => `all done about ${time}`,
    nothingToDo: 'Nothing to print.',
    pausedBy: (who: string) => `Paused by ${who}`,
    asideBecause: 'Three jobs in a row failed:',
    agentAway: 'Its agent is away',
    progress: (printed: number, all: number) => `${printed} of ${all} copies are out`,
    acceptsNothing: 'It takes no jobs at the moment.',
  },
  zh: {
    answered: '响应于',
    lastKnown: '最后得知于',
    never: '尚未响应。',
    trays: '纸张',
    nothing: '无纸或未报告',
    unsaid: '未报告：请说明此处装的纸',
    empty: '空',
    emptyOf: '缺纸：',
    traysOf: (count) => `${count} 个纸盒`,
    atLeast: (percent) => `至少余 ${percent}%`,
    level: (percent) => `余 ${percent}%`,
    saidBy: (who) => `${who} 说明`,
    supplies: '耗材',
    supplyStates: { ok: '', low: '不足', empty: '用尽', full: '已满', unknown: '不明' },
    remaining: (span) => `还需 ${span}`,
    overdue: '按预计应已完成',
    noEstimate: '暂无预计',
    waiting: (count) => (count === 0 ? '没有其他任务等待' : `另有 ${count} 个任务等待`),
    queueDone: (time) => `约 ${time} 全部完成`,
    nothingToDo: '没有要打印的内容。',
    pausedBy: (who) => `${who} 已暂停`,
    asideBecause: '连续三个任务失败：',
    agentAway: '打印代理离线',
    progress: (printed, all) => `已印出 ${printed} / ${all} 份`,
    acceptsNothing: '目前不接受任务。',
  },
});
