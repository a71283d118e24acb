/** What an admin may do has its place on a page of the administration: each operation is called by one, or has a reason why not. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '@platen/cloud/operations';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../packages/web/admin');

/** Every route that the entry names, in calls, reads and forms. */
function routesOfAdmin(): Set<string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('.test.'),
  );
  const text = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  return new Set(
    [...text.matchAll(/['"]((?:GET|POST|PUT|DELETE|PATCH) \/api\/[^'"]+)['"]/g)].map(([, route]) => route!),
  );
}

const onTheFloor = 'is done on the shop floor, beside the printers';

/** Operations of staff that the administration has no place for, with the reason. Those of admins alone may not be here. */
const elsewhere: Record<string, string> = {
  list_shop_orders: 'search_orders finds them over all shops',
  list_shop_agents: 'list_agents has them over all shops',
  list_own_pickup_points: 'list_all_pickup_points has them',
  get_shop_schedule: onTheFloor,
  update_shop_schedule: onTheFloor,
  preview_shop_schedule: onTheFloor,
  list_shop_schedule_edits: onTheFloor,
  decide_print_backlog: onTheFloor,
  add_shop_printer: onTheFloor,
  discover_shop_printers: onTheFloor,
  update_shop_printer: onTheFloor,
  remove_shop_printer: onTheFloor,
  accept_shop_printer: onTheFloor,
  put_back_shop_printer: onTheFloor,
  update_loaded_paper: onTheFloor,
  get_printer_request: onTheFloor,
  get_print_rules: onTheFloor,
  update_print_rules: onTheFloor,
};

const routes = routesOfAdmin();
const routeOf = ({ rest }: (typeof operations)[number]) => rest && `${rest.method} ${rest.path}`;
const staff = operations.filter(({ access, rest }) => rest && (access === 'admin' || access === 'operator'));

describe('the administration', () => {
  it('calls nothing that is not there', () => {
    const known = new Set(operations.map(routeOf));
    expect([...routes].filter((route) => !known.has(route))).toEqual([]);
    expect(routes.size).toBeGreaterThan(70);
  });

  it('has a place for every operation of admins', () => {
    const missing = staff.filter((each) => each.access === 'admin' && !routes.has(routeOf(each)!));
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it('has a place for every operation of staff, or the reason why not', () => {
    const without = staff.filter((each) => each.access === 'operator' && !routes.has(routeOf(each)!));
    expect(
      without
        .map(({ name }) => name)
        .filter((name) => !name.includes('shop_floor'))
        .sort(),
    ).toEqual(Object.keys(elsewhere).sort());
  });
});
