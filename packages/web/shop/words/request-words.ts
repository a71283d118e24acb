/** What becomes of what was asked of agents. */
import { defineWords } from '../../kit/language.ts';

export const requestWords = defineWords({
  en: {
    requests: 'What was asked of agents',
    findings: (count: number) => (count === 1 ? '1 finding' : `${count} findings`),
    outcomes: {
      waiting: 'waits for an answer',
      done: 'done',
      refused: 'refused',
      stale: 'somebody had changed it',
      absent: 'it is not there',
    },
    verdicts: { ok: 'good', warning: 'note', failure: 'bad' },
    waitsForAgent: 'The agent is away: it is asked as soon as it is back.',
  },
  zh: {
    requests: '对打印代理的请求',
    findings: (count) => `${count} 项检查结果`,
    outcomes: {
      waiting: '等待回答',
      done: '已完成',
      refused: '被拒绝',
      stale: '期间有人修改过',
      absent: '不存在',
    },
    verdicts: { ok: '正常', warning: '注意', failure: '有问题' },
    waitsForAgent: '打印代理离线：恢复连接后立即转达。',
  },
});
