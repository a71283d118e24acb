/** Where a parcel goes and who brings it: a saved address, and a carrier that delivers there. */
import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../kit/api-hooks.ts';
import { PlusIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageLink } from '../../kit/parts/page-link.tsx';
import { defaultFirst } from '../addresses/address-fields.ts';
import { AddressForm } from '../addresses/address-form.tsx';
import { checkoutWords } from './checkout-words.ts';
import { OptionList } from './option-list.tsx';

export interface ParcelChoiceProps {
  method: 'shipping' | 'express';
  addressId: string;
  onAddress(addressId: string): void;
  carrierId: string;
  onCarrier(carrierId: string): void;
}

/** The address that is meant, with the default one where none was chosen. */
export function useChosenAddress(addressId: string, enabled: boolean) {
  const addresses = useRead('GET /api/addresses', { page: 1, page_size: 100 }, { enabled });
  const items = addresses.data?.items ?? [];
  const chosen =
    items.find((each) => each.address_id === addressId) ?? items.find((each) => each.is_default) ?? items[0];
  return { addresses, chosen };
}

export function ParcelChoice({ method, addressId, onAddress, carrierId, onCarrier }: ParcelChoiceProps) {
  const words = useWords(checkoutWords);
  const { addresses, chosen } = useChosenAddress(addressId, true);
  if (addresses.isPending) return <LoadingLines lines={3} heightPx={40} />;
  if (addresses.data?.total === 0) {
    return (
      <EmptyState
        title={words.noAddress}
        hint={words.noAddressHint}
        action={<NewAddress isMain onAddress={onAddress} />}
      />
    );
  }
  return (
    <Stack gap="sm">
      <ErrorNote error={addresses.error} retry={() => void addresses.refetch()} />
      <OptionList
        label={words.address}
        value={chosen?.address_id ?? ''}
        onChange={onAddress}
        options={defaultFirst(addresses.data?.items ?? []).map((address) => ({
          value: address.address_id,
          label: `${address.name} · ${address.phone}`,
          hint: [address.province, address.city, address.district, address.detail]
            .filter((part, index, parts) => part !== '' && part !== parts[index - 1])
            .join(' '),
        }))}
      />
      <Group>
        <NewAddress onAddress={onAddress} />
        <PageLink to="/addresses" size="sm">
          {words.changeAddresses}
        </PageLink>
      </Group>
      {method === 'shipping' && chosen && (
        <CarrierSelect regionId={chosen.region_id} carrierId={carrierId} onCarrier={onCarrier} />
      )}
    </Stack>
  );
}

/** A new address is written where it is wanted: nobody has to find the way back to the checkout. */
function NewAddress({ isMain = false, onAddress }: { isMain?: boolean; onAddress(addressId: string): void }) {
  const words = useWords(checkoutWords);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant={isMain ? 'filled' : 'default'}
        size={isMain ? 'sm' : 'compact-md'}
        leftSection={<PlusIcon size={18} />}
        onClick={() => setOpen(true)}
      >
        {words.addAddress}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={words.addAddress} size="lg">
        <AddressForm
          address={undefined}
          onCancel={close}
          onDone={({ address_id }) => {
            close();
            onAddress(address_id);
          }}
        />
      </Dialog>
    </>
  );
}

interface CarrierSelectProps {
  regionId: string | null;
  carrierId: string;
  onCarrier(carrierId: string): void;
}

function CarrierSelect({ regionId, carrierId, onCarrier }: CarrierSelectProps) {
  const words = useWords(checkoutWords);
  const language = useLanguage();
  const carriers = useRead(
    'GET /api/shipping/carriers',
    { region_id: regionId ?? '' },
    { enabled: regionId !== null, staleTime: 60_000 },
  );
  const items = carriers.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <NativeSelect
      label={words.carrier}
      value={items.some((carrier) => carrier.carrier_id === carrierId) ? carrierId : ''}
      onChange={(event) => onCarrier(event.currentTarget.value)}
      data={[
        { value: '', label: words.anyCarrier },
        ...items.map((carrier) => ({
          value: carrier.carrier_id,
          label: language === 'zh' ? carrier.name_zh : carrier.name_en,
        })),
      ]}
    />
  );
}
