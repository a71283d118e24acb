/** All shops with their names: for choices, and wherever an id of one is shown. */
import { useQuery } from '@tanstack/react-query';
import { type ApiError, api } from '../../kit/api.ts';
import type { ListItem } from '../../kit/api-types.ts';
import { readWholeList } from '../../kit/tables/whole-list.ts';

export type Shop = ListItem<'GET /api/admin/shops'>;

const maxShops = 2000;

/** Undefined while they load. */
export function useShops(): { shops: Shop[] | undefined; nameOf(shop_id: string): string } {
  const { data } = useQuery<Shop[], ApiError>({
    queryKey: ['GET /api/admin/shops', {}, 'whole'],
    queryFn: async ({ signal }) =>
      (
        await readWholeList((page) => api('GET /api/admin/shops', page, { signal }), {
          maxRows: maxShops,
          keyOf: ({ shop_id }) => shop_id,
        })
      ).rows,
    staleTime: 60_000,
  });
  return { shops: data, nameOf: (id) => data?.find(({ shop_id }) => shop_id === id)?.name ?? id.slice(0, 8) };
}
