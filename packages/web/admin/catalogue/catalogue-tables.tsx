/** Sizes and papers: what there is, what is on offer, and how it is added, changed and removed. */
import { Group } from '@mantine/core';
import { api } from '../../kit/api.ts';
import { useAct, useRead } from '../../kit/api-hooks.ts';
import type { ApiOutput } from '../../kit/api-types.ts';
import { numberText } from '../../kit/formats.ts';
import { useLanguage, useWords } from '../../kit/language.ts';
import { ConfirmButton } from '../../kit/parts/confirm-button.tsx';
import { showToast } from '../../kit/parts/undo-toast.tsx';
import { DataTable } from '../../kit/tables/data-table.tsx';
import { FormButton } from '../parts/form-button.tsx';
import type { FormField } from '../parts/record-form.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { useUndo } from '../parts/undo.ts';
import { choicesOf } from '../state-words.ts';
import { catalogueWords } from './catalogue-words.ts';

type Size = ApiOutput<'GET /api/admin/sizes'>['items'][number];
type PaperType = ApiOutput<'GET /api/admin/paper-types'>['items'][number];
type CatalogueWords = (typeof catalogueWords)['zh'];

const sizesChanged = ['GET /api/admin/sizes', 'GET /api/admin/prices', 'GET /api/print-options'] as const;
const papersChanged = [
  'GET /api/admin/paper-types',
  'GET /api/admin/prices',
  'GET /api/print-options',
] as const;

const codeField = (words: CatalogueWords): FormField<'code'> => ({
  name: 'code',
  label: words.code,
  hint: words.codeHint,
  kind: 'text',
  isRequired: true,
  maxLength: 40,
});

const sizeFields = (words: CatalogueWords): FormField<Exclude<keyof Size, 'code'>>[] => [
  { name: 'name', label: words.name, kind: 'text', isRequired: true, maxLength: 100 },
  { name: 'name_zh', label: words.nameZh, kind: 'text', empty: 'text', maxLength: 100 },
  { name: 'media_size', label: words.mediaSize, hint: words.mediaSizeHint, kind: 'text', isRequired: true },
  { name: 'width_mm', label: words.width, kind: 'amount', min: 10, max: 2000, isRequired: true },
  { name: 'height_mm', label: words.height, kind: 'amount', min: 10, max: 2000, isRequired: true },
  { name: 'made_for', label: words.madeFor, kind: 'choice', options: choicesOf(words.madeForKinds) },
  { name: 'borderless', label: words.borderless, kind: 'switch' },
  { name: 'position', label: words.position, kind: 'whole', min: 0, isRequired: true },
  { name: 'enabled', label: words.enabled, kind: 'switch' },
];

const paperFields = (words: CatalogueWords): FormField<Exclude<keyof PaperType, 'code'>>[] => [
  { name: 'name', label: words.name, kind: 'text', isRequired: true, maxLength: 100 },
  { name: 'name_zh', label: words.nameZh, kind: 'text', empty: 'text', maxLength: 100 },
  { name: 'media_type', label: words.mediaType, hint: words.mediaTypeHint, kind: 'text', isRequired: true },
  { name: 'finish', label: words.finish, kind: 'text', isRequired: true, maxLength: 40 },
  { name: 'weight_gsm', label: words.weight, kind: 'whole', min: 20, max: 1000, isRequired: true },
  { name: 'position', label: words.position, kind: 'whole', min: 0, isRequired: true },
  { name: 'enabled', label: words.enabled, kind: 'switch' },
];

/** Asks where a change takes something off offer. */
const offOfferQuestion =
  (words: CatalogueWords, { code, enabled }: { code: string; enabled: boolean }) =>
  (values: Record<string, unknown>) =>
    enabled && values.enabled !== true
      ? { title: words.offOffer(code), text: words.offOfferText, confirm: words.edit }
      : undefined;

export function SizeTable() {
  const words = useWords(catalogueWords);
  const language = useLanguage();
  const sizes = useRead('GET /api/admin/sizes', {});
  return (
    <DataTable<Size>
      label={words.sizes}
      rows={sizes.data?.items}
      error={sizes.error}
      retry={() => void sizes.refetch()}
      rowKey={({ code }) => code}
      searchText={({ code, name, name_zh }) => `${code} ${name} ${name_zh}`}
      exportName="sizes"
      actions={
        <FormButton
          route="POST /api/admin/sizes"
          label={words.newSize}
          look={{ variant: 'filled' }}
          initial={{ made_for: 'photo', position: 1000, enabled: true, borderless: false }}
          fields={[codeField(words), ...sizeFields(words)]}
          changes={[...sizesChanged]}
          submit={words.newSize}
          onDone={({ code }) => showToast({ text: words.added(code) })}
        />
      }
      columns={[
        { key: 'code', title: words.code, cell: ({ code }) => code, sortBy: ({ code }) => code },
        {
          key: 'name',
          title: words.size,
          cell: ({ name, name_zh }) => (language === 'zh' && name_zh !== '' ? name_zh : name),
          sortBy: ({ name, name_zh }) => (language === 'zh' && name_zh !== '' ? name_zh : name),
        },
        {
          key: 'mm',
          title: words.dimensions,
          align: 'right',
          cell: ({ width_mm, height_mm }) =>
            `${numberText(width_mm, language)} × ${numberText(height_mm, language)}`,
          sortBy: ({ width_mm, height_mm }) => width_mm * height_mm,
        },
        {
          key: 'made_for',
          title: words.madeFor,
          cell: ({ made_for }) => words.madeForKinds[made_for],
          sortBy: ({ made_for }) => words.madeForKinds[made_for],
        },
        {
          key: 'enabled',
          title: words.enabled,
          cell: ({ enabled }) => (
            <StateBadge tone={enabled ? 'good' : 'quiet'}>
              {enabled ? words.enabled : words.disabled}
            </StateBadge>
          ),
          sortBy: ({ enabled }) => (enabled ? 0 : 1),
        },
        {
          key: 'position',
          title: words.position,
          align: 'right',
          cell: ({ position }) => position,
          sortBy: ({ position }) => position,
          isExtra: true,
        },
        {
          key: 'media_size',
          title: words.mediaSize,
          cell: ({ media_size }) => String(media_size),
          csv: ({ media_size }) => String(media_size),
          isExtra: true,
        },
        { key: 'actions', title: '', align: 'right', cell: (size) => <SizeActions size={size} /> },
      ]}
    />
  );
}

function SizeActions({ size }: { size: Size }) {
  const words = useWords(catalogueWords);
  const { code } = size;
  const showDone = useUndo([...sizesChanged]);
  const remove = useAct('DELETE /api/admin/sizes/{code}', { changes: [...sizesChanged] });
  return (
    <Group gap="xs" justify="flex-end">
      <FormButton
        route="PUT /api/admin/sizes/{code}"
        label={words.edit}
        title={code}
        look={{ size: 'compact-sm' }}
        fixed={{ code }}
        initial={size}
        fields={sizeFields(words)}
        question={offOfferQuestion(words, size)}
        changes={[...sizesChanged]}
        submit={words.edit}
        onDone={() => showDone(words.changed, () => api('PUT /api/admin/sizes/{code}', size))}
      />
      <ConfirmButton
        size="compact-sm"
        variant="subtle"
        color="seal"
        title={words.deleteTitle(code)}
        text={words.deleteText}
        confirm={words.delete}
        act={async () => {
          await remove.runAsync({ code });
          showToast({ text: words.deleted(code) });
        }}
      >
        {words.delete}
      </ConfirmButton>
    </Group>
  );
}

export function PaperTable() {
  const words = useWords(catalogueWords);
  const language = useLanguage();
  const papers = useRead('GET /api/admin/paper-types', {});
  return (
    <DataTable<PaperType>
      label={words.papers}
      rows={papers.data?.items}
      error={papers.error}
      retry={() => void papers.refetch()}
      rowKey={({ code }) => code}
      searchText={({ code, name, name_zh, finish }) => `${code} ${name} ${name_zh} ${finish}`}
      exportName="paper-types"
      actions={
        <FormButton
          route="POST /api/admin/paper-types"
          label={words.newPaper}
          look={{ variant: 'filled' }}
          initial={{ position: 1000, enabled: true }}
          fields={[codeField(words), ...paperFields(words)]}
          changes={[...papersChanged]}
          submit={words.newPaper}
          onDone={({ code }) => showToast({ text: words.added(code) })}
        />
      }
      columns={[
        { key: 'code', title: words.code, cell: ({ code }) => code, sortBy: ({ code }) => code },
        {
          key: 'name',
          title: words.paper,
          cell: ({ name, name_zh }) => (language === 'zh' && name_zh !== '' ? name_zh : name),
          sortBy: ({ name, name_zh }) => (language === 'zh' && name_zh !== '' ? name_zh : name),
        },
        { key: 'finish', title: words.finish, cell: ({ finish }) => finish, sortBy: ({ finish }) => finish },
        {
          key: 'weight',
          title: words.weight,
          align: 'right',
          cell: ({ weight_gsm }) => weight_gsm,
          sortBy: ({ weight_gsm }) => weight_gsm,
        },
        {
          key: 'enabled',
          title: words.enabled,
          cell: ({ enabled }) => (
            <StateBadge tone={enabled ? 'good' : 'quiet'}>
              {enabled ? words.enabled : words.disabled}
            </StateBadge>
          ),
          sortBy: ({ enabled }) => (enabled ? 0 : 1),
        },
        {
          key: 'media_type',
          title: words.mediaType,
          cell: ({ media_type }) => String(media_type),
          csv: ({ media_type }) => String(media_type),
          isExtra: true,
        },
        { key: 'actions', title: '', align: 'right', cell: (paper) => <PaperActions paper={paper} /> },
      ]}
    />
  );
}

function PaperActions({ paper }: { paper: PaperType }) {
  const words = useWords(catalogueWords);
  const { code } = paper;
  const showDone = useUndo([...papersChanged]);
  const remove = useAct('DELETE /api/admin/paper-types/{code}', { changes: [...papersChanged] });
  return (
    <Group gap="xs" justify="flex-end">
      <FormButton
        route="PUT /api/admin/paper-types/{code}"
        label={words.edit}
        title={code}
        look={{ size: 'compact-sm' }}
        fixed={{ code }}
        initial={paper}
        fields={paperFields(words)}
        question={offOfferQuestion(words, paper)}
        changes={[...papersChanged]}
        submit={words.edit}
        onDone={() => showDone(words.changed, () => api('PUT /api/admin/paper-types/{code}', paper))}
      />
      <ConfirmButton
        size="compact-sm"
        variant="subtle"
        color="seal"
        title={words.deleteTitle(code)}
        text={words.deleteText}
        confirm={words.delete}
        act={async () => {
          await remove.runAsync({ code });
          showToast({ text: words.deleted(code) });
        }}
      >
        {words.delete}
      </ConfirmButton>
    </Group>
  );
}
