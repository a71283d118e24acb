/** What `platen doctor` says, in both languages: what is, and what to do about it. Sentences of printers are in printer-text.ts. */
import type { Said } from '../printers/printer-text.ts';

const gib = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GiB`;

export const doctorWords = {
  node: (version: string) => ({ en: `Node.js ${version}.`, 'zh-CN': `Node.js ${version}。` }),
  nodeOld: (version: string) => ({
    en: `Node.js ${version} is too old: the agent needs 24 or later.`,
    'zh-CN': `Node.js ${version} 版本过旧：需要 24 或更高版本。`,
  }),
  configuration: (because: string) => ({
    en: `${because}.`.replace(/\.\.$/, '.'),
    'zh-CN': `配置有误：${because}`,
  }),
  noFolder: (dir: string) => ({
    en: `There is no folder ${dir}: the agent was never started here, or PLATEN_AGENT_DIR names another one.`,
    'zh-CN': `文件夹 ${dir} 不存在：本机从未启动过代理程序，或 PLATEN_AGENT_DIR 指向其他文件夹。`,
  }),
  folder: (dir: string) => ({ en: `${dir} can be written.`, 'zh-CN': `${dir} 可写。` }),
  folderUnwritable: (dir: string, because: string) => ({
    en: `${dir} can't be written (${because}): give the agent's user the right to, or check the disk.`,
    'zh-CN': `${dir} 无法写入（${because}）：请授予运行代理程序的用户写权限，或检查磁盘。`,
  }),
  disk: (free: number) => ({ en: `${gib(free)} are free.`, 'zh-CN': `剩余空间 ${gib(free)}。` }),
  diskLow: (free: number, min: number) => ({
    en: `Only ${gib(free)} are free: below ${gib(min)} the agent takes no new jobs. Free some space.`,
    'zh-CN': `仅剩 ${gib(free)}：低于 ${gib(min)} 时不再接收新作业，请清理磁盘。`,
  }),
  diskSoonLow: (free: number) => ({
    en: `${gib(free)} are free, which large jobs fill quickly: free some space.`,
    'zh-CN': `剩余 ${gib(free)}，大作业很快会占满，请清理磁盘。`,
  }),
  models: (names: string, version: string) => ({
    en: `Models for restorations: ${names}; onnxruntime-node ${version}.`,
    'zh-CN': `修复模型：${names}；onnxruntime-node ${version}。`,
  }),
  modelsWithoutRuntime: (names: string) => ({
    en: `Models for restorations: ${names}. They don't run, because onnxruntime-node is not installed: "npm install onnxruntime-node@1.30 --no-save", or take them out of the folder.`,
    'zh-CN': `修复模型：${names}。未安装 onnxruntime-node，模型不会运行：请执行 "npm install onnxruntime-node@1.30 --no-save"，或将模型移出文件夹。`,
  }),
  modelUnusable: (name: string, because: string) => ({
    en: `The model ${name} is passed over: ${because}`,
    'zh-CN': `模型 ${name} 被跳过：${because}`,
  }),
  noSpool: () => ({
    en: 'There is no spool yet: it is made at the first start of the agent.',
    'zh-CN': '尚无作业库：首次启动代理程序时创建。',
  }),
  spool: (jobs: number) => ({
    en: `The spool is sound. Unfinished jobs in it: ${jobs}.`,
    'zh-CN': `作业库完好，有 ${jobs} 个未完成的作业。`,
  }),
  spoolDamaged: (because: string) => ({
    en: `The spool is damaged (${because}). Stop the agent, keep a copy of its folder, and put back a good copy of spool.sqlite; without one move it away and settle its jobs in the cloud.`,
    'zh-CN': `作业库已损坏（${because}）。请停止代理程序，备份其文件夹，恢复完好的 spool.sqlite；如无备份，请移走该文件并在云端处理其作业。`,
  }),
  spoolNewer: () => ({
    en: 'The spool was written by a newer version of the agent: start that version.',
    'zh-CN': '作业库由更新版本写入：请启动该版本。',
  }),
  spoolOlder: () => ({
    en: 'The spool is of an older version: the next start of the agent brings it up to date.',
    'zh-CN': '作业库为旧版本：下次启动代理程序时自动升级。',
  }),
  unknownJobs: (jobs: number) => ({
    en: `Jobs that may have been printed, and nobody can know: ${jobs}. Look at the printers and decide in the console.`,
    'zh-CN': `${jobs} 个作业可能已打印，无法确定：请查看打印机并在控制台中确认。`,
  }),
  heldJobs: (jobs: number, message: string) => ({
    en: `Jobs that wait: ${jobs}. ${message}`,
    'zh-CN': `${jobs} 个作业在等待：${message}`,
  }),
  canGoOn: (jobs: number, name: string) => ({
    en: `Jobs that were held and can be printed by ${name} now: ${jobs}. The agent notices by itself.`,
    'zh-CN': `${jobs} 个暂停的作业现在可由 ${name} 打印；代理程序会自动继续。`,
  }),
  running: () => ({ en: 'The agent runs.', 'zh-CN': '代理程序正在运行。' }),
  notRunning: () => ({
    en: 'The agent does not run: start it with "platen agent", or the service that does.',
    'zh-CN': '代理程序未运行：请用 "platen agent" 或相应的服务启动。',
  }),
  consoleOpen: (port: number) => ({
    en: `The console listens on http://127.0.0.1:${port}.`,
    'zh-CN': `控制台地址：http://127.0.0.1:${port}。`,
  }),
  consoleFree: (port: number) => ({
    en: `Port ${port} is free for the console.`,
    'zh-CN': `端口 ${port} 可用于控制台。`,
  }),
  consoleSilent: (port: number) => ({
    en: `The agent runs, and its console does not listen on port ${port}: see the agent's log; another program may have had the port when it started.`,
    'zh-CN': `代理程序正在运行，但控制台未监听端口 ${port}：请查看日志；启动时端口可能被其他程序占用。`,
  }),
  consoleTaken: (port: number) => ({
    en: `Another program uses port ${port}, so the console can't open: end it, or choose another port with PLATEN_CONSOLE_PORT. Don't type the PIN there.`,
    'zh-CN': `端口 ${port} 被其他程序占用，控制台无法打开：请结束该程序，或用 PLATEN_CONSOLE_PORT 选择其他端口。请勿在该页面输入 PIN 码。`,
  }),
  consoleOff: () => ({ en: 'The console is turned off.', 'zh-CN': '控制台已关闭。' }),
  cloud: (url: string, version: string) => ({
    en: `${url} answers, version ${version}.`,
    'zh-CN': `${url} 已应答，版本 ${version}。`,
  }),
  anotherCloud: (url: string, known: string) => ({
    en: `${url} is another cloud than the one that this agent is enrolled at (last found at ${known}): correct PLATEN_CLOUD_URL. An agent for another cloud needs a folder of its own (PLATEN_AGENT_DIR).`,
    'zh-CN': `${url} 不是本代理程序注册的云端（上次地址：${known}）：请更正 PLATEN_CLOUD_URL。连接其他云端须另用文件夹（PLATEN_AGENT_DIR）。`,
  }),
  cloudOther: (url: string, versions: { cloud: string; agent: string }) => ({
    en: `${url} has version ${versions.cloud}, this agent ${versions.agent}: bring both to the same.`,
    'zh-CN': `${url} 版本为 ${versions.cloud}，本代理程序为 ${versions.agent}：请统一版本。`,
  }),
  cloudUnwell: (url: string, reasons: string) => ({
    en: `${url} answers and is not well: ${reasons}`,
    'zh-CN': `${url} 已应答但状态异常：${reasons}`,
  }),
  cloudSilent: (url: string, because: string) => ({
    en: `${url} can't be reached (${because}): see that this machine has internet, that the address is right, and that no firewall is in between. What is spooled prints all the same.`,
    'zh-CN': `无法连接 ${url}(${because})：请检查本机网络、地址和防火墙。已接收的作业仍会打印。`,
  }),
  cloudStrange: (url: string, because: string) => ({
    en: `What answers at ${url} is no Platen cloud (${because}): check the address, and any proxy in between.`,
    'zh-CN': `${url} 应答的不是 Platen 云端（${because}）：请检查地址和代理服务器。`,
  }),
  enrolled: (agentId: string) => ({
    en: `The cloud lets this agent in (${agentId}).`,
    'zh-CN': `云端接受此代理程序（${agentId}）。`,
  }),
  notEnrolled: () => ({
    en: 'This agent is not enrolled: run "platen agent enroll CODE" with a code of the shop.',
    'zh-CN': '此代理程序尚未登记：请用商店的一次性代码运行 "platen agent enroll CODE"。',
  }),
  revoked: () => ({
    en: 'The cloud does not let this agent in: it was revoked there, or another cloud answers at this address. Enrol it again with a new code.',
    'zh-CN': '云端不接受此代理程序：已被吊销，或该地址是另一个云端。请用新代码重新登记。',
  }),
  identityDamaged: (because: string) => ({ en: because, 'zh-CN': `身份文件已损坏：${because}` }),
  clock: (seconds: number) => ({
    en: `This machine's clock differs from the cloud's by ${seconds} s.`,
    'zh-CN': `本机时钟与云端相差 ${seconds} 秒。`,
  }),
  clockOff: (seconds: number) => ({
    en: `This machine's clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'behind' : 'ahead of'} the cloud's: switch on network time (timedatectl set-ntp true), or print windows open at the wrong time.`,
    'zh-CN': `本机时钟比云端${seconds > 0 ? '慢' : '快'} ${Math.abs(seconds)} 秒：请开启网络时间（timedatectl set-ntp true），否则打印时段会出错。`,
  }),
  noPrinters: () => ({
    en: 'No printer is set up: add one in the console, or name it in PLATEN_PRINTERS.',
    'zh-CN': '尚未设置打印机：请在控制台添加，或在 PLATEN_PRINTERS 中指定。',
  }),
  switchedOff: (name: string) => ({
    en: `${name} is switched off by a person and gets no jobs.`,
    'zh-CN': `${name} 已被停用，不会收到作业。`,
  }),
  paused: (name: string, by: string) => ({
    en: `${name} is paused by ${by} and gets nothing new until somebody resumes it.`,
    'zh-CN': `${name} 已被 ${by} 暂停，恢复前不会收到新作业。`,
  }),
  setAside: (name: string, because: string) => ({
    en: `${name} failed again and again and is set aside (${because}): put it back in the console when it works.`,
    'zh-CN': `${name} 连续失败，已被搁置（${because}）：恢复正常后请在控制台放回。`,
  }),
  stopped: (name: string, reasons: string) => ({
    en: `${name} has stopped: ${reasons || 'it does not say why'}.`,
    'zh-CN': `${name} 已停止：${reasons || '未说明原因'}。`,
  }),
  hints: (name: string, reasons: string) => ({
    en: `${name}: ${reasons}.`,
    'zh-CN': `${name}：${reasons}。`,
  }),
  discoveryOff: () => ({
    en: 'Printers are not looked for in the network (PLATEN_DISCOVERY=off).',
    'zh-CN': '未在网络中查找打印机（PLATEN_DISCOVERY=off）。',
  }),
  discoveryNone: () => ({
    en: 'No printer in the network announces itself. Where there should be one: Wi-Fi and cable must be one network, and UDP port 5353 must be open.',
    'zh-CN': '网络中没有发现打印机。如应有打印机：无线与有线须在同一网络，且 UDP 端口 5353 须开放。',
  }),
  discovered: (found: number, offered: string) => ({
    en: `Printers that announce themselves: ${found}${offered ? `; not set up: ${offered}` : ', all of them set up'}.`,
    'zh-CN': `网络中发现 ${found} 台打印机${offered ? `；尚未添加：${offered}` : '，均已添加'}。`,
  }),
} satisfies Record<string, (...words: never[]) => Said>;
