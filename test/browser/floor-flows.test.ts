/**
 * What the shop's people do on a floor, in a browser and to the end: jobs put elsewhere by mouse and by keys, sent to another printer, printed
 * again from a copy on, a schedule that two change at a time, orders handed over and sent, a line that is cut, a cloud that is killed. What came of it is looked at
 * where it counts: in the agent's spool and on the sheets.
 */
import { calibrationMarks } from '@platen/imaging/sheet/calibration-mark-rules';
import { adobeRgb, makeRgbProfile } from '@platen/imaging/testing/icc-samples';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { undo } from '../fixtures/browser.ts';
import { until } from '../fixtures/processes.ts';
import { orderAndPay, orderIs, photoItem, sheetsIn } from '../fixtures/shop.ts';
import { openShopFloors, type ShopFloors } from '../fixtures/shop-floors.ts';
import { whenReal } from '../real/real-printers.ts';

whenReal(['chromium'])('work on the shop floor in Chromium', () => {
  let floors: ShopFloors;
  beforeAll(async () => {
    floors = await openShopFloors([{}, {}]);
  }, 120_000);
  afterAll(() => floors.close());

  const order = (quantity = 1) => orderAndPay(floors.customer, [{ ...photoItem, quantity }]);
  const pauseAll = () =>
    floors.agent.printing.queueAdmin.act({ act: 'pause', entry_id: null }, { by: 'Li', origin: 'console' });
  /** Order numbers in the order in which they print. */
  const ranked = () =>
    floors.agent.printing.jobs
      .listRanks()
      .map(({ id }) => floors.agent.printing.jobs.find(id)!.ticket.order_no);
  const jobOf = (orderNo: string) =>
    floors.agent.printing.jobs.listQueue(100).find(({ ticket }) => ticket.order_no === orderNo);
  const sheets = (orderNo: string) => floors.printerDirs.map((dir) => sheetsIn(dir, orderNo));
  const handle = (page: Page, orderNo: string) => page.getByRole('button', { name: `Move order ${orderNo}` });
  const choose = async (page: Page, orderNo: string, item: string) => {
    await page.getByRole('button', { name: `What can be done with order ${orderNo}` }).click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };

  it('puts jobs elsewhere by mouse and by keys, takes it back, and sends one to another printer', async () => {
    pauseAll();
    const orders = [await order(), await order(), await order()].map(({ order_no }) => order_no);
    const [first, second, third] = orders as [string, string, string];
    await until(
      'three jobs',
      () => ranked().length === 3 && orders.every((one) => jobOf(one)?.state === 'ready'),
    );
    const cloud = await floors.open('cloud', '/queue');
    await handle(cloud.page, third).dragTo(cloud.page.getByRole('article').filter({ hasText: first }));
    await until('the third in front', () => String(ranked()) === String([third, first, second]));
    await undo(cloud.page, 'Put elsewhere');
    await until('as before', () => String(ranked()) === String(orders));

    const agent = await floors.open('agent', '/queue');
    await handle(agent.page, first).focus();
    await agent.page.keyboard.press('Alt+ArrowDown');
    await until('the first one down', () => String(ranked()) === String([second, first, third]));
    await handle(agent.page, third).focus();
    await agent.page.keyboard.press('Alt+Home');
    await until('the last in front', () => String(ranked()) === String([third, second, first]));
    await agent.page.getByText('Now at place 1.').waitFor({ state: 'attached' });

    await choose(cloud.page, second, 'Printer 2');
    const entryOf = (name: string) =>
      floors.agent.printers.list().find((view) => view.name === name)?.entryId;
    await until(
      'sent to the other printer',
      () => jobOf(second)?.needs.printer_entry === entryOf('Printer 2'),
    );
    await choose(agent.page, first, 'Printer 1');
    await until('sent to the first', () => jobOf(first)?.needs.printer_entry === entryOf('Printer 1'));
    await undo(agent.page, 'Move to a printer');
    await until('sent nowhere', () => jobOf(first)?.needs.printer_entry === undefined);

    await choose(cloud.page, third, 'Hold');
    await until('held', () => jobOf(third)?.reason === 'held-by-person');
    await undo(cloud.page, 'Hold');
    await until('let go', () => jobOf(third)?.reason !== 'held-by-person');

    await agent.page.goto(`${floors.agentUrl}/shop/`);
    await agent.page.getByRole('button', { name: 'Resume all' }).click();
    await until('all printed', () => orders.every((one) => sheets(one)[0]! + sheets(one)[1]! === 1), 30_000);
    expect(sheets(second)).toEqual([0, 1]);
    expect([...cloud.complaints, ...agent.complaints]).toEqual([]);
    await cloud.close();
    await agent.close();
  }, 120_000);

  it('prints again from a copy on, at the cost of the shop', async () => {
    const { order_id, order_no } = await order(3);
    await orderIs(floors.customer, order_id, 'ready_for_pickup');
    const total = () => sheets(order_no).reduce((sum, count) => sum + count, 0);
    expect(total()).toBe(3);
    const { page, complaints, close } = await floors.open('agent', '/queue?view=ended');
    await choose(page, order_no, 'Print again…');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('From copy').fill('2');
    await dialog.getByRole('button', { name: 'Print copies 2 to 3' }).click();
    await until('two more sheets', () => total() === 5, 30_000);
    const { body } = await floors.customer.call('GET', `/api/orders/${order_id}`);
    expect(body.refund_status).toBe('none');
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('tells the slower of two people who change the schedule, and keeps what was typed', async () => {
    const visits = [
      await floors.open('cloud', '/schedule?edit=true'),
      await floors.open('agent', '/schedule?edit=true'),
    ];
    const [fast, slow] = visits.map(({ page }) => page) as [Page, Page];
    for (const page of [fast, slow]) await page.getByLabel('Quiet hours, one a line').waitFor();
    await slow.getByLabel('Quiet hours, one a line').fill('01:00-02:00');
    await fast.getByLabel('Quiet hours, one a line').fill('03:00-04:00');
    const save = async (page: Page) => {
      await page.getByRole('button', { name: 'See the week' }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
    };
    await save(fast);
    const conflict = slow.getByText(/has changed the schedule while you were at it/);
    await conflict.waitFor();
    expect(await slow.getByLabel('Quiet hours, one a line').inputValue()).toBe('01:00-02:00');
    await slow.getByRole('button', { name: 'Keep mine' }).click();
    await save(slow);
    await until(
      'the second word',
      () => floors.agent.schedule.read().content.quiet_hours[0]?.from === '01:00',
      20_000,
    );
    // At whatever time of the day this is, the others print.
    const { body: schedule } = await floors.admin.call('GET', '/api/shop/schedule');
    const cleared = await floors.admin.call('PUT', '/api/shop/schedule', {
      version: schedule.schedule.version,
      plan: { mode: 'immediate' },
    });
    expect(cleared.status, JSON.stringify(cleared.body)).toBe(200);
    await until(
      'no quiet hours',
      () => floors.agent.schedule.read().content.quiet_hours.length === 0,
      20_000,
    );
    for (const visit of visits) {
      expect(visit.complaints).toEqual([]);
      await visit.close();
    }
  }, 60_000);

  it('makes a plan for a printer: what is wrong is said before it is sent, what follows before it is saved', async () => {
    const { page, complaints, close } = await floors.open('cloud', '/schedule');
    await page.getByRole('link', { name: 'Add a plan' }).click();
    const see = page.getByRole('button', { name: 'See the week' });
    await see.click();
    await page.getByText('Give it a name.').waitFor();
    await page.getByText('Name a printer, a size, a paper or a kind of order.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Second at noon');
    await page.getByRole('combobox', { name: 'Printer' }).click();
    await page.getByRole('option', { name: 'Printer 2' }).click();
    const mode = page.getByRole('combobox', { name: 'Paid jobs print' }).last();
    await mode.click();
    await page.getByRole('option', { name: 'in runs' }).click();
    await page.getByLabel('Runs, one a line').fill('every noon');
    await page.getByText('Can not be read: every noon').waitFor();
    await page.getByLabel('Runs, one a line').fill('0 12 * * *');
    await see.click();
    await page.getByRole('heading', { name: 'What will happen next' }).waitFor();
    await page.getByText(/^Second at noon: a job that is paid now waits until .+, 12:00/).waitFor();
    const rules = () => floors.agent.schedule.read().content.rules;
    expect(rules()).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await until('the plan at the agent', () => rules()[0]?.plan.mode === 'runs', 20_000);
    await page.getByText('For: Printer 2').waitFor();
    await undo(page, 'Saved.');
    await until('taken back at the agent', () => rules().length === 0, 20_000);

    await page.getByRole('button', { name: 'Change: When something goes wrong' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Minutes until another printer takes it').fill('45');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await until('the rules at the agent', () => floors.agent.printing.rules.now.reroute_after_minutes === 45);
    await undo(page, 'Saved.');
    await until('as before', () => floors.agent.printing.rules.now.reroute_after_minutes === 10);
    expect(complaints).toEqual([]);
    await close();
  }, 90_000);

  it('calibrates and gives colours from the cloud, sees what the agent says, and takes it back', async () => {
    const cloud = await floors.open('cloud', '/papers');
    const agent = await floors.open('agent', '/papers');
    const open = (page: Page) =>
      page.getByRole('button', { name: /^Open .*Printer 1, 4 × 6 in .*borderless/ }).first();
    await open(cloud.page).click();
    const panel = cloud.page.getByRole('dialog');
    await panel.getByRole('button', { name: 'Print the page' }).click();
    await panel.getByText(/^Print the test page · done/).waitFor();
    const enter = async (crosses: readonly [number, number, number, number]) => {
      for (const [at, name] of ['Left cross', 'Right cross', 'Top cross', 'Bottom cross'].entries())
        await panel.getByLabel(name).fill(String(crosses[at]));
      await panel.getByRole('button', { name: 'Save what you read' }).click();
    };
    const { leftXHmm, rightXHmm, topYHmm, bottomYHmm } = calibrationMarks({
      widthHmm: 10_160,
      heightHmm: 15_240,
    });
    await enter([200, 300, topYHmm / 100, bottomYHmm / 100]);
    await panel.getByText(/^Save what you read · refused/).waitFor();
    await panel.getByText(/beyond the sheet/).waitFor();
    await enter([leftXHmm / 100 + 0.4, rightXHmm / 100 + 0.4, topYHmm / 100, bottomYHmm / 100]);
    await panel.getByText('moved 0.4 mm right, 0 mm down').waitFor();
    await agent.page.getByText('moved 0.4 mm right, 0 mm down').waitFor();
    const give = async (buffer: Buffer) => {
      const file = { name: 'p.icc', mimeType: 'application/octet-stream', buffer };
      await panel.locator('input[type=file]').setInputFiles(file);
      await panel.getByRole('button', { name: 'Use this profile' }).click();
    };
    await give(Buffer.from('no profile '.repeat(30)));
    await panel.getByText('This file is no ICC profile.').waitFor();
    await give(makeRgbProfile('Glossy at the counter', { primaries: adobeRgb, gamma: 2.2 }));
    await panel.getByText('Glossy at the counter').waitFor();
    await agent.page.getByText('Glossy at the counter').waitFor();
    await panel.getByRole('button', { name: 'Back to sRGB' }).click();
    await panel.getByText('sRGB', { exact: true }).waitFor();
    await undo(cloud.page, 'Back to sRGB');
    await panel.getByText('Glossy at the counter').waitFor();

    floors.internet.cut();
    await panel.getByText(/ is away\. What you change here is kept/).waitFor({ timeout: 60_000 });
    expect(await panel.getByRole('button', { name: 'Print the page' }).isDisabled()).toBe(true);
    await panel.getByRole('button', { name: 'Forget the calibration' }).click();
    await panel.getByText('The agent is away: it is asked as soon as it is back.').waitFor();
    floors.internet.restore();
    await panel.getByText('not calibrated').waitFor({ timeout: 60_000 });
    for (const visit of [cloud, agent]) {
      expect(visit.complaints).toEqual([]);
      await visit.close();
    }
  }, 180_000);

  it('hands an order over by its number, and sends another by a carrier', async () => {
    const collected = await order();
    await orderIs(floors.customer, collected.order_id, 'ready_for_pickup');
    const { page, complaints, close } = await floors.open('cloud', '/pickup');
    const field = page.getByLabel('Order number');
    // As people type it: without hyphens, in small letters.
    await field.fill(collected.order_no.replaceAll('-', '').toLowerCase());
    await field.press('Enter');
    await page.getByRole('button', { name: 'Hand over' }).click();
    await page.getByText(`Order ${collected.order_no} was handed over.`).waitFor();
    await orderIs(floors.customer, collected.order_id, 'completed');

    const address = await floors.customer.call('POST', '/api/addresses', {
      name: '李明',
      phone: '138 0013 8000',
      country: 'CN',
      province: '上海市',
      city: '上海市',
      district: '黄浦区',
      detail: '南京东路100号',
    });
    expect(address.status, JSON.stringify(address.body)).toBe(201);
    const { document_id } = (await floors.customer.upload('/api/documents/upload', photoItem.bytes)).body;
    const sent = await floors.customer.call('POST', '/api/orders', {
      items: [{ document_id, size: '4x6', paper_type: 'glossy', quantity: 1 }],
      delivery_method: 'shipping',
      address_id: address.body.address_id,
    });
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    await floors.customer.call('POST', '/api/payment/balance', { order_id: sent.body.order_id });
    await orderIs(floors.customer, sent.body.order_id, 'printed');
    await page.goto(`${floors.cloudUrl}/shop/shipping`);
    const parcel = page.getByRole('article', { name: sent.body.order_no });
    await parcel.getByText('南京东路100号').waitFor();
    await parcel.getByLabel('Tracking number').fill('SF1234567890');
    await parcel.getByRole('button', { name: 'Mark as sent' }).click();
    await page.getByText(`Order ${sent.body.order_no} is on its way.`).waitFor();
    await orderIs(floors.customer, sent.body.order_id, 'shipped');
    expect(complaints).toEqual([]);
    await close();
  }, 90_000);

  it('goes on at the agent when the line is cut, and the page of the cloud says how old it is', async () => {
    const cloud = await floors.open('cloud');
    const agent = await floors.open('agent');
    const tile = (page: Page) => page.getByRole('article', { name: 'Printer 1' });
    for (const { page } of [cloud, agent]) await tile(page).getByText('Ready').waitFor();
    pauseAll();
    const { order_id, order_no } = await order();
    await until('the job', () => jobOf(order_no)?.state === 'ready');
    floors.internet.cut();
    await agent.page.getByText('No connection to the cloud').first().waitFor();
    await tile(cloud.page).getByText('Last known').waitFor({ timeout: 30_000 });
    await agent.page.getByRole('button', { name: 'Resume all' }).click();
    await until('printed without internet', () => sheets(order_no)[0]! + sheets(order_no)[1]! === 1, 30_000);
    await agent.page.getByText('Nothing waits to be printed.').waitFor();
    const { body } = await floors.customer.call('GET', `/api/orders/${order_id}`);
    expect(body.status).not.toBe('ready_for_pickup');
    floors.internet.restore();
    await orderIs(floors.customer, order_id, 'ready_for_pickup');
    await tile(cloud.page).getByText('Ready').waitFor({ timeout: 30_000 });
    for (const visit of [cloud, agent]) {
      expect(visit.complaints).toEqual([]);
      await visit.close();
    }
  }, 120_000);

  it('goes on at the agent when the cloud is killed: a held job is decided, and prints', async () => {
    for (const { control } of floors.printers) control.paper('all', 'empty');
    const { page, complaints, close } = await floors.open('agent');
    const { order_no } = await order();
    await page.getByRole('heading', { name: 'A job is held' }).waitFor({ timeout: 30_000 });
    await floors.stopCloud('SIGKILL');
    await page.getByText('No connection to the cloud').first().waitFor();
    for (const { control } of floors.printers) control.paper('all', 'loaded');
    const again = page.getByRole('button', { name: /^Try again/ });
    if (await again.isVisible()) await again.click({ timeout: 5000 }).catch(() => {});
    await page.getByText('Nothing waits to be printed.').waitFor({ timeout: 30_000 });
    await page.goto(`${floors.agentUrl}/shop/queue?view=ended`);
    await page.getByText(order_no).first().waitFor();
    expect(sheets(order_no)[0]! + sheets(order_no)[1]!).toBe(1);
    expect(complaints).toEqual([]);
    await close();
  }, 120_000);
});
