/**
 * The types of every REST call, taken from the cloud's operations themselves: "POST /api/orders/{order_id}/cancel" knows what goes in
 * and what comes out. Owns that mapping; types alone, nothing of it is there when the page runs.
 */
import type { ApiOperation } from '@platen/cloud/operations';
import type { z } from 'zod';

type Served = Extract<ApiOperation, { rest: object }>;

/** An operation that REST serves, by its method and path. */
type ByRoute = { [O in Served as `${O['rest']['method']} ${O['rest']['path']}`]: O };

/** Every method and path that there is: `GET /api/orders`. */
export type ApiRoute = keyof ByRoute;

/** What the call is given: fields of the path, of the query or of the body alike. */
export type ApiInput<R extends ApiRoute> = z.input<ByRoute[R]['input']>;

/** What a call answers with. */
export type ApiOutput<R extends ApiRoute> = z.output<ByRoute[R]['output']>;

/** Routes that only read: what a query may ask for. */
export type ReadRoute = Extract<ApiRoute, `GET ${string}`>;

/** Routes that change something. */
export type ActRoute = Exclude<ApiRoute, ReadRoute>;

/** Routes whose answer is a list of entries, a page at a time. */
export type ListRoute = {
  [R in ReadRoute]: ApiOutput<R> extends { items: unknown[]; page: number; total: number } ? R : never;
}[ReadRoute];

/** One entry of a list. */
export type ListItem<R extends ListRoute> = ApiOutput<R> extends { items: Array<infer T> } ? T : never;
