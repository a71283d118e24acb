/** What acts of the shop floor do to paper and money, so that a page can ask before. Pure; without zod, for browsers. */
import type { FloorAct, FloorActName, FloorDecision } from './shop-floor-acts.ts';

export interface FloorEffect {
  /** prints: sheets come out that would not have; ends: sheets that were ordered don't come out, and nothing brings them back. */
  paper: 'none' | 'prints' | 'ends';
  /** refunds: the customer is paid back; costs: the shop pays for the paper. */
  money: 'none' | 'refunds' | 'costs';
  /** True: a page asks before, because nothing takes it back. */
  asks: boolean;
}

const nothing: FloorEffect = { paper: 'none', money: 'none', asks: false };
const prints: FloorEffect = { paper: 'prints', money: 'none', asks: false };
const asked: FloorEffect = { paper: 'none', money: 'none', asks: true };
const paysBack: FloorEffect = { paper: 'ends', money: 'refunds', asks: true };

const decisionEffects: Record<FloorDecision, FloorEffect> = {
  // Nothing more of it is ever printed or paid back.
  printed: asked,
  reprint: { paper: 'prints', money: 'none', asks: true },
  refund: paysBack,
  retry: prints,
  wait: nothing,
  stop: { paper: 'ends', money: 'none', asks: true },
};

const effects: Record<Exclude<FloorActName, 'decide'>, FloorEffect> = {
  hold: nothing,
  release: prints,
  call_off: paysBack,
  move: nothing,
  reorder: nothing,
  reprint: { paper: 'prints', money: 'costs', asks: true },
  pause: nothing,
  resume: prints,
  run_now: { paper: 'prints', money: 'none', asks: true },
  decide_backlog: prints,
  set_schedule: nothing,
  set_rules: nothing,
  loaded: prints,
  find_printers: nothing,
  add_printer: nothing,
  rename_printer: nothing,
  enable_printer: nothing,
  remove_printer: asked,
  accept_printer: asked,
  accept_certificate: asked,
  put_back_printer: prints,
  set_credentials: nothing,
  print_calibration_page: { paper: 'prints', money: 'none', asks: false },
  enter_readings: nothing,
  reset_calibration: nothing,
  restore_calibration: nothing,
  reset_profile: nothing,
  restore_profile: nothing,
};

/** What this act would do. */
export const effectOf = (act: Pick<FloorAct, 'act'> & { decision?: string }): FloorEffect =>
  act.act === 'decide' ? decisionEffects[act.decision as FloorDecision] : effects[act.act];
