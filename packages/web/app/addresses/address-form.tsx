/** An address to be written or corrected: by hand or from a pasted text; each refusal stands at its field. */
import { Button, Checkbox, Divider, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import { useAct } from '../../kit/api-hooks.ts';
import { kitWords } from '../../kit/kit-words.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { refusalAt } from '../parts/field-refusal.ts';
import {
  type Address,
  type AddressFields,
  addressFieldNames,
  emptyAddress,
  fieldsOf,
  withReading,
} from './address-fields.ts';
import classes from './address-form.module.css';
import { AddressPaste } from './address-paste.tsx';
import { addressesWords } from './addresses-words.ts';
import { countryChoices } from './country-names.ts';
import { RegionPicker } from './region-picker.tsx';

export interface AddressFormProps {
  /** The one that is changed; undefined: a new one. */
  address: Address | undefined;
  onDone(address: Address): void;
  onCancel(): void;
}

export function AddressForm({ address, onDone, onCancel }: AddressFormProps) {
  const words = useWords(addressesWords);
  const { cancel } = useWords(kitWords);
  const language = useLanguage();
  const [form, setForm] = useState<AddressFields>(address ? fieldsOf(address) : emptyAddress);
  const [isDefault, setDefault] = useState(address?.is_default ?? false);
  const options = {
    changes: ['GET /api/addresses'],
    onDone(saved: Address) {
      showToast({ text: words.saved });
      onDone(saved);
    },
  } as const;
  const create = useAct('POST /api/addresses', options);
  const update = useAct('PUT /api/addresses/{address_id}', options);
  const act = address ? update : create;
  const { at, rest } = refusalAt(act.error, addressFieldNames);
  const countries = useMemo(() => countryChoices(language), [language]);
  const change = (changes: Partial<AddressFields>) => {
    act.reset();
    setForm((before) => Object.assign({}, before, changes));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isNew = isDefault && !address?.is_default;
    if (address) {
      update.run({ ...form, address_id: address.address_id, ...(isNew && { is_default: true }) });
    } else {
      create.run({ ...form, is_default: isDefault });
    }
  };
  const field = (name: 'name' | 'phone' | 'detail' | 'postcode', autoComplete: string) => ({
    label: words.fields[name],
    value: form[name],
    error: at[name],
    autoComplete,
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  return (
    <Stack component="form" onSubmit={submit}>
      {!address && (
        <>
          <AddressPaste onRead={(reading) => change(withReading(form, reading))} />
          <Divider />
        </>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput {...field('name', 'name')} required maxLength={80} />
        <TextInput {...field('phone', 'tel')} type="tel" required maxLength={40} />
      </SimpleGrid>
      <Select
        label={words.fields.country}
        data={countries}
        value={form.country}
        searchable
        allowDeselect={false}
        error={at.country}
        nothingFoundMessage={words.nothingFound}
        onChange={(country) => change({ country: country ?? 'CN', province: '', city: '', district: '' })}
      />
      <RegionPicker fields={form} onChange={change} errors={at} />
      <TextInput {...field('detail', 'street-address')} required maxLength={300} />
      <TextInput {...field('postcode', 'postal-code')} maxLength={16} maw={200} />
      <Checkbox
        label={words.fields.is_default}
        checked={isDefault}
        disabled={address?.is_default === true}
        onChange={(event) => setDefault(event.currentTarget.checked)}
      />
      <ErrorNote error={rest} />
      <Group justify="flex-end" className={classes.save}>
        <Button variant="default" onClick={onCancel}>
          {cancel}
        </Button>
        <Button type="submit" loading={act.isRunning}>
          {words.save}
        </Button>
      </Group>
    </Stack>
  );
}
