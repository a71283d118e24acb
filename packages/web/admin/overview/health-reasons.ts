/** Why the service is not as it should be, in Chinese: the sentences of the cloud's `judgeHealth`. One that is not here is shown as it came. */
export const healthReasonsInChinese: Record<string, string> = {
  "The database can't be written.": '数据库无法写入。',
  'The database is slow.': '数据库响应缓慢。',
  "Files can't be written.": '文件无法写入。',
  'The room for files is running out.': '文件存储空间即将用尽。',
  'No agent is enrolled.': '还没有打印代理加入。',
  'No agent is online.': '没有在线的打印代理。',
  'No printer can be reached.': '没有可连接的打印机。',
  "An agent's spool is damaged; it prints nothing.": '一台打印代理的任务数据库已损坏，停止打印。',
  "An agent's disk has no room for new jobs.": '一台打印代理的磁盘没有空间接收新任务。',
  'This cloud is older than an agent: it was put back from a backup. See list_agent_resyncs.':
    '云端数据比打印代理的旧：云端是从备份恢复的。',
};
