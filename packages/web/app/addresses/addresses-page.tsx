/** /addresses: the address book. What is deleted can be brought back for a while; a form stands in the address of the page. */
import { Badge, Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useAddress } from '../../kit/address-state.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import { MapPinIcon, PlusIcon } from '../../kit/icons.tsx';
import { useLanguage, useWords } from '../../kit/language.ts';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { EmptyState } from '../../kit/parts/empty-state.tsx';
import { ErrorNote } from '../../kit/parts/error-note.tsx';
import { LoadingLines } from '../../kit/parts/loading-lines.tsx';
import { PageTitle } from '../../kit/parts/page-title.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { Pager } from '../../kit/tables/pager.tsx';
import { type Address, type AddressFieldName, defaultFirst, fieldsOf } from './address-fields.ts';
import { AddressForm } from './address-form.tsx';
import { addressesWords } from './addresses-words.ts';
import { countryName } from './country-names.ts';

export function AddressesPage() {
  const words = useWords(addressesWords);
  const [{ page, edit }, setAddress] = useAddress({ page: 1, edit: '' });
  const list = useRead('GET /api/addresses', { page, page_size: 20 }, { keepsPrevious: true });
  const edited = list.data?.items.find(({ address_id }) => address_id === edit);
  const close = () => setAddress({ edit: '' });
  const add = (
    <Button leftSection={<PlusIcon size={18} />} onClick={() => setAddress({ edit: 'new' }, { push: true })}>
      {words.add}
    </Button>
  );
  return (
    <>
      <PageTitle title={words.title} hint={words.hint} actions={list.data?.total ? add : undefined} />
      <Stack>
        <ErrorNote error={list.error} retry={() => void list.refetch()} />
        {list.isPending && <LoadingLines lines={4} heightPx={56} />}
        {list.data?.total === 0 && (
          <EmptyState
            icon={<MapPinIcon size={40} />}
            title={words.empty}
            hint={words.emptyHint}
            action={add}
          />
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {defaultFirst(list.data?.items ?? []).map((address) => (
            <AddressCard
              key={address.address_id}
              address={address}
              onEdit={() => setAddress({ edit: address.address_id }, { push: true })}
            />
          ))}
        </SimpleGrid>
        {list.data && (
          <Pager list={list.data} onPage={(next) => setAddress({ page: next }, { push: true })} />
        )}
      </Stack>
      <Dialog
        opened={edit === 'new' || edited !== undefined}
        onClose={close}
        title={edited ? words.editTitle : words.newTitle}
        size="lg"
      >
        <AddressForm key={edit} address={edited} onDone={close} onCancel={close} />
      </Dialog>
    </>
  );
}

function AddressCard({ address, onEdit }: { address: Address; onEdit(): void }) {
  const words = useWords(addressesWords);
  const language = useLanguage();
  const { address_id, name, phone, country, label, missing, region_id, is_default } = address;
  const changes = ['GET /api/addresses'] as const;
  const create = useAct('POST /api/addresses', {
    changes,
    onDone: () => showToast({ text: words.restored }),
    onRefused: (error) => showToast({ text: error.message, tone: 'refused' }),
  });
  const remove = useAct('DELETE /api/addresses/{address_id}', {
    changes,
    onDone: () =>
      showToast({
        text: words.removed(name),
        undo: () => create.run({ ...fieldsOf(address), is_default }),
      }),
  });
  const choose = useAct('PUT /api/addresses/{address_id}', {
    changes,
    onDone: () => showToast({ text: words.nowDefault(name) }),
  });
  const named = missing.map((field) => words.fields[field as AddressFieldName] ?? field);
  return (
    <Paper withBorder p="md" component="article" aria-label={name}>
      <Stack gap="xs" h="100%">
        <Group gap="xs">
          <Text fw={650}>{name}</Text>
          <Text className="platen-numbers" c="dimmed">
            {phone}
          </Text>
          {is_default && <Badge variant="light">{words.default}</Badge>}
        </Group>
        <div>
          {linesOf(label, { name, phone, country }).map((line) => (
            <Text key={line}>{line}</Text>
          ))}
          {country !== 'CN' && <Text>{countryName(country, language)}</Text>}
        </div>
        {missing.length > 0 && (
          <Text size="sm" c="seal">
            {words.missing(named.join(language === 'zh' ? '、' : ', '))}
          </Text>
        )}
        {region_id === null && (
          <Text size="sm" c="dimmed">
            {words.outside}
          </Text>
        )}
        <ErrorNote error={remove.error ?? choose.error} />
        <Group gap={6} mt="auto">
          <Button size="compact-md" px={8} variant="default" onClick={onEdit} aria-label={words.editOf(name)}>
            {words.edit}
          </Button>
          {!is_default && (
            <Button
              size="compact-md"
              px={8}
              variant="default"
              loading={choose.isRunning}
              onClick={() => choose.run({ address_id, is_default: true })}
            >
              {words.makeDefault}
            </Button>
          )}
          <Button
            size="compact-md"
            px={8}
            variant="subtle"
            color="seal"
            loading={remove.isRunning}
            aria-label={words.removeOf(name)}
            onClick={() => remove.run({ address_id })}
          >
            {words.remove}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

/** The label's lines without those that stand around it already: who it is, and the country, which follows in the reader's language. */
const linesOf = (
  label: readonly string[],
  { name, phone, country }: { name: string; phone: string; country: string },
): string[] => {
  const abroad = countryName(country, 'en').toUpperCase();
  return label.filter((line) => line !== name && !line.includes(phone) && line !== abroad);
};
