/** How the order of a pre-order reaches its owner: collected, by parcel, by express; and what each of them needs. */
import { NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { useRead } from '../../kit/api-hooks.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { PageLink } from '../../kit/parts/page-link.tsx';
import type { ChosenDelivery } from './delivery-input-rules.ts';
import { preOrderWords } from './pre-order-words.ts';

export interface DeliveryChoiceProps {
  label: string;
  chosen: ChosenDelivery;
  onChange(chosen: ChosenDelivery): void;
}

export function DeliveryChoice({ label, chosen, onChange }: DeliveryChoiceProps) {
  const { delivery: words } = useWords(preOrderWords);
  const language = useLanguage();
  const config = useRead('GET /api/shipping/config', {}, { staleTime: 60_000 });
  const addresses = useRead('GET /api/addresses', { page_size: 100 });
  const carriers = useRead(
    'GET /api/shipping/carriers',
    {},
    { enabled: chosen.delivery_method === 'shipping' },
  );
  const around = addresses.data?.items.find(({ is_default }) => is_default)?.region_id ?? 'CN';
  const points = useRead(
    'GET /api/regions/{region_id}/pickup-points',
    { region_id: around, page_size: 100 },
    { enabled: chosen.delivery_method === 'pickup' && addresses.data !== undefined },
  );
  const set = (changes: Partial<ChosenDelivery>) => onChange(Object.assign({}, chosen, changes));
  const offered = config.data?.delivery_methods
    .filter((each) => each.offered)
    .map((each) => each.delivery_method);
  const methods = (['pickup', 'shipping', 'express'] as const).filter(
    (each) => each === 'pickup' || each === chosen.delivery_method || offered?.includes(each),
  );
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" fw={500} mb={4}>
          {label}
        </Text>
        <SegmentedControl
          aria-label={label}
          value={chosen.delivery_method}
          data={methods.map((value) => ({ value, label: words[value] }))}
          onChange={(delivery_method) =>
            set({ delivery_method: delivery_method as ChosenDelivery['delivery_method'] })
          }
        />
      </div>
      {chosen.delivery_method === 'pickup' && (
        <NativeSelect
          label={words.point}
          value={chosen.pickup_point_id}
          data={[
            { value: '', label: words.atShop },
            ...(points.data?.items ?? []).map((point) => ({
              value: point.pickup_point_id,
              label: [point.name, point.address].filter(Boolean).join(' · '),
            })),
          ]}
          onChange={(event) => set({ pickup_point_id: event.currentTarget.value })}
        />
      )}
      {chosen.delivery_method !== 'pickup' && addresses.data?.total === 0 && (
        <Text size="sm">
          {words.noAddress} <PageLink to="/addresses">{words.addAddress}</PageLink>
        </Text>
      )}
      {chosen.delivery_method !== 'pickup' && (addresses.data?.total ?? 0) > 0 && (
        <NativeSelect
          label={words.address}
          value={chosen.address_id}
          data={[
            { value: '', label: words.defaultAddress },
            ...addresses.data!.items.map((address) => ({
              value: address.address_id,
              label: [address.name, address.city, address.detail].filter(Boolean).join(' · '),
            })),
          ]}
          onChange={(event) => set({ address_id: event.currentTarget.value })}
        />
      )}
      {chosen.delivery_method === 'shipping' && (
        <NativeSelect
          label={words.carrier}
          value={chosen.shipping_carrier_id}
          data={[
            { value: '', label: words.firstCarrier },
            ...(carriers.data?.items ?? []).map((carrier) => ({
              value: carrier.carrier_id,
              label: language === 'zh' ? carrier.name_zh : carrier.name_en,
            })),
          ]}
          onChange={(event) => set({ shipping_carrier_id: event.currentTarget.value })}
        />
      )}
    </Stack>
  );
}
