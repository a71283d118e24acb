/** What is said of how the service is. */
import { defineWords } from '../language.ts';

export const serviceWords = defineWords({
  en: {
    title: 'Service',
    states: {
      ok: 'Everything works',
      degraded: 'Something needs attention',
      failing: 'Orders are not taken',
    },
    printers: 'Printers',
    reachable: 'reachable',
    stopped: 'wait for a person',
    agents: 'Agents',
    online: 'online',
    of: (part: number, all: number) => `${part} of ${all}`,
    free: 'Room for files',
    noLimit: 'no limit known',
    version: 'Version',
    uptime: 'Running for',
    asOf: 'As of',
  },
  zh: {
    title: '服务状态',
    states: { ok: '一切正常', degraded: '有事项需要留意', failing: '暂不接单' },
    printers: '打印机',
    reachable: '可连接',
    stopped: '等待人工处理',
    agents: '代理',
    online: '在线',
    of: (part, all) => `${part} / ${all}`,
    free: '文件可用空间',
    noLimit: '没有已知上限',
    version: '版本',
    uptime: '已运行',
    asOf: '更新于',
  },
});
