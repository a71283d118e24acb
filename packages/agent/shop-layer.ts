/**
 * The highest of the agent's three layers: those who look at printing from outside. The cloud over the link, the shop's people at the
 * console, and the network that shows its printers. Owns who hears of what. Printing goes on without it.
 */

import type { WebFiles } from '@platen/web-host/web-files';
import { consoleActor, openAgentConsole } from './console/agent-console.ts';
import { securityHeaders } from './console/console-server.ts';
import { createPrinterFinder } from './discovery/printer-finder.ts';
import { listPaperPlaces, paperReportOf } from './floor/floor-papers.ts';
import { createPaperActs } from './floor/paper-acts.ts';
import { createPaperNews } from './floor/paper-news.ts';
import { createPaperRequests } from './floor/paper-requests.ts';
import { openShopFloor } from './floor/shop-floor.ts';
import { askForProof } from './link/cloud-proof.ts';
import { enrol } from './link/enrolment.ts';
import { createLink } from './link/link.ts';
import { createReprintAsking } from './link/reprint-asking.ts';
import type { AgentPorts } from './ports/agent-ports.ts';
import { createPrinterAdmin } from './printer-admin/printer-admin.ts';
import { createPrinterNews } from './printer-admin/printer-news.ts';
import { createPrinterRequests } from './printer-admin/printer-requests.ts';
import type { PrintingLayer } from './printing-layer.ts';
import { createRestorationWork } from './restorations/restoration-work.ts';
import type { SpoolLayer } from './spool-layer.ts';

export interface LayersBelow {
  spoolLayer: SpoolLayer;
  printing: PrintingLayer;
}

export function openShopLayer(
  { spoolLayer, printing }: LayersBelow,
  {
    openDiscovery,
    restorer,
    web,
  }: Pick<AgentPorts, 'openDiscovery' | 'restorer'> & { web?: WebFiles | undefined },
) {
  const { config, folder, spool, identity, http, clock, line, recent, log, now } = spoolLayer;
  const { signals, registry, printers, trust, trials, schedule, pipeline } = printing;
  const { cloudUrl } = config;
  const { send } = line;
  const stopping = new AbortController();

  // Printers, for people and for the cloud.
  const finder = createPrinterFinder({
    discovery: config.discovery === true ? openDiscovery?.(log) : undefined,
    registry,
  });
  const printerAdmin = createPrinterAdmin({
    list: printing.printerList,
    registry,
    views: printers,
    finder,
    trust,
    speeds: printing.speeds,
    openPrinter: printing.openPrinter,
    trials,
    paper: printing.paper,
    now,
  });
  const news = createPrinterNews({
    list: printers,
    now,
    send,
    reportOf: printerAdmin.report,
  });
  signals.printerSeen.listen((view) => {
    for (const marked of printing.mark([view])) news.changed(marked);
  });
  signals.printerListChanged.listen(news.all);
  signals.queueChanged.listen(() => {
    // Pauses are told with the printers.
    for (const view of printers()) news.changed(view);
  });
  signals.printerSetAside.listen((printerId) => {
    const view = printers().find((one) => one.printerId === printerId);
    if (view) news.changed(view);
  });

  // What is measured and given for their papers.
  const { sheetAdmin } = printing;
  const papers = createPaperActs({ sheetAdmin, views: printers, trials });
  const paperNews = createPaperNews({
    list() {
      if (!sheetAdmin) return [];
      const { store } = sheetAdmin;
      return listPaperPlaces(printers(), store).map((place) => paperReportOf(place, store));
    },
    send,
  });
  for (const signal of [signals.printerSeen, signals.printerListChanged, signals.sheetsChanged])
    signal.listen(paperNews.changed);

  // The cloud.
  const printerRequests = createPrinterRequests({
    admin: printerAdmin,
    spool,
    requests: printing.requests,
    log,
    send,
  });
  const paperRequests = createPaperRequests({
    acts: papers,
    spool,
    requests: printing.requests,
    http,
    profilesDir: folder.profilesDir,
    cloudNowMs: () => now() + (clock.offsetMs ?? 0),
    send,
    log,
  });
  const reprints = createReprintAsking({ send, acts: printing.acts, log, now });
  const restorations = createRestorationWork({ http, restorer, dir: folder.restorationsDir, log, send });
  const link = createLink({
    cloudUrl,
    http,
    clock,
    line,
    log,
    version: spoolLayer.version,
    prove: (signal) => askForProof({ http, identity, cloudUrl }, signal),
    onProven: pipeline.cloudProven,
    hello: pipeline.hello,
    onWelcome(welcome) {
      news.all();
      paperNews.all();
      schedule.linked(welcome.now);
      pipeline.welcome(welcome);
      floor.linkChanged();
      floor.rulesChanged();
    },
    onRules(rules) {
      pipeline.takeRules(rules);
      floor.rulesChanged();
    },
    onWatched: printing.watching.watch,
    onReconciled: pipeline.reconciled,
    onMessage(message) {
      if (message.type === 'restore' || message.type === 'restore-cancel') restorations.receive(message);
      else if (message.type === 'schedule' || message.type === 'backlog') schedule.receive(message);
      else if (message.type === 'printer') printerRequests.receive(message);
      else if (message.type === 'paper') paperRequests.receive(message);
      else pipeline.receive(message);
    },
    onAcknowledged: pipeline.acknowledged,
    heartbeat() {
      news.refresh();
      schedule.news.refresh();
      const { spooled, held } = printing.jobs.counts();
      return { kind: 'heartbeat', spooled_jobs: spooled, held_jobs: held, disk: pipeline.room.now };
    },
    onReprintAnswer: reprints.heard,
    onDown() {
      reprints.unlinked();
      floor.linkChanged();
      schedule.unlinked();
    },
  });

  // The shop's people.
  const floor = openShopFloor({
    spoolLayer,
    printing,
    printerAdmin,
    reprints,
    papers,
    recent,
    securityHeaders,
    actor: consoleActor,
  });
  const console = openAgentConsole(config.consolePort, {
    dir: folder.dir,
    identity,
    recent,
    now,
    floor,
    web,
  });

  let opened = Promise.resolve();
  let linking = Promise.resolve();

  return {
    printerAdmin,
    reprints,
    /** Where the console is; undefined while there is none. */
    get consoleUrl() {
      return console?.url;
    },
    /** Resolves once the console listens, or has found that it can't. */
    get opened() {
      return opened;
    },
    start() {
      finder.start();
      if (console) opened = console.start();
      const enrolled = enrol({ config, identity, http, clock, log, signal: stopping.signal });
      linking = enrolled.then((isEnrolled) => {
        if (isEnrolled) link.start();
      });
    },
    /** No request is taken any more; resolves when those under way are answered. The link stays up while jobs end. */
    async rest() {
      stopping.abort();
      paperRequests.stop();
      await opened;
      floor.close();
      await Promise.all([restorations.stop(), console?.stop()]);
    },
    async close() {
      await link.stop();
      finder.stop();
      news.stop();
      paperNews.stop();
      await linking;
    },
    /** Ends at once, as a power cut would. For tests. */
    halt() {
      stopping.abort();
      paperRequests.stop();
      finder.stop();
      news.stop();
      paperNews.stop();
      void restorations.stop();
      void console?.stop();
      floor.close();
      link.halt();
    },
  };
}
